import { useMemo } from 'react'
import { paletteOf } from '../../../workers/engine/procedural/scene/palette.ts'
import { readPrompt } from '../../../workers/engine/procedural/scene/vocabulary.ts'
import { ownPictures } from '../parts/own-pictures.ts'
import styles from './card-backdrop.module.css'
import { usePoster } from './use-poster.ts'
import { usePreview } from './use-preview.ts'
import type { Work } from './works.ts'

/** Pixels of blur at the beginning. */
const BLUR = 18

/**
 * What an unfinished work will look like, as far as it is known: its preview, else the picture that it is made from, which becomes
 * sharp with the progress, else the colours in which the embedded renderer paints the prompt.
 */
export function CardBackdrop({ work }: { readonly work: Work }) {
  const preview = usePreview(work)
  const mood = useMemo(() => gradientOf(work.prompt), [work.prompt])
  const source = usePoster(work.sourceTaskId ?? '', work.sourceTaskId !== null)
  const given = [work.inputImage, ...work.references].flatMap((id) => ownPictures.get(id ?? '') ?? [])[0] ?? source
  const picture = preview ?? given
  const blur = preview ? 0 : BLUR * (1 - work.progress)
  return (
    <div className={styles.backdrop}>
      {picture ? (
        <img src={picture} alt="" data-preview={preview !== null} style={{ filter: `blur(${blur}px)` }} />
      ) : (
        <div className={styles.mood} style={{ backgroundImage: mood }} />
      )}
    </div>
  )
}

function gradientOf(prompt: string): string {
  const palette = paletteOf(readPrompt(prompt).mood, 0.5)
  const stops = [
    ['zenith', 0],
    ['upper', 18],
    ['lower', 34],
    ['horizon', 46],
    ['haze', 50],
    ['soilLit', 60],
    ['soilShade', 100],
  ] as const
  const colours = stops.map(
    ([name, at]) => `rgb(${palette[name].map((part) => Math.round(part * 255)).join(' ')}) ${at}%`,
  )
  return `linear-gradient(${colours.join(', ')})`
}
