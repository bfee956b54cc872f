import { AudioLines, Film, Image } from 'lucide-react'
import type { Item } from './item.ts'
import styles from './thumb.module.css'

const ICONS = { IMAGE: Image, VIDEO: Film, AUDIO: AudioLines } as const

/** A preview of a piece of material, or its kind if there is no preview. */
export function Thumb({
  item: { kind, preview, problem },
}: {
  readonly item: Pick<Item, 'kind' | 'preview' | 'problem'>
}) {
  const Icon = ICONS[kind]
  // A refused file may not be of its assumed kind.
  const shown = problem ? null : preview
  return (
    <span className={styles.thumb}>
      {shown && kind === 'IMAGE' ? <img src={shown} alt="" /> : null}
      {shown && kind === 'VIDEO' ? <video src={shown} muted playsInline preload="metadata" /> : null}
      {shown ? null : <Icon size={16} aria-hidden />}
    </span>
  )
}
