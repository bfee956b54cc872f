import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './drop-zone.module.css'

interface DropZoneProps {
  /** null if no files are accepted. */
  readonly onFiles: ((files: readonly File[]) => void) | null
  /** The name of a separate region; without one it belongs to the region around it. */
  readonly label?: string
  readonly children: ReactNode
}

/** Accepts files dropped or pasted anywhere within it. Buttons do the same without a mouse. */
export function DropZone({ label, onFiles, children }: DropZoneProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    if (!onFiles || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!onFiles || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent) => {
    if (!onFiles || event.clipboardData.files.length === 0) return
    event.preventDefault()
    onFiles([...event.clipboardData.files])
  }
  const Zone = label ? 'section' : 'div'
  return (
    <Zone
      className={styles.zone}
      aria-label={label}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {isOver ? (
        <div className={styles.veil}>
          <p>{t('compose.drop')}</p>
        </div>
      ) : null}
    </Zone>
  )
}
