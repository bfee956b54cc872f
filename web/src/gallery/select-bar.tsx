import { Download, Star, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import { useMay } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useToast } from '../parts/toasts.tsx'
import { useKeys } from '../parts/use-keys.ts'
import styles from './select-bar.module.css'
import { hasEnded } from './status.ts'
import { useRemove } from './use-remove.ts'
import type { Selection } from './use-selection.ts'
import { useStar } from './use-star.ts'
import { useTakes } from './use-takes.ts'
import { addressOf, renewAddress, saveVideo } from './use-video.ts'
import type { Listed, Work } from './works.ts'
import { useWorks } from './works-context.ts'

/** Between two downloads: a browser drops those that begin at the same moment. */
const BETWEEN_MS = 500

interface SelectBarProps {
  /** Those that the gallery shows. */
  readonly works: readonly Listed[]
  readonly selection: Selection
  readonly onEnd: () => void
}

/** What can be done to several works at once. Esc ends it. */
export function SelectBar({ works, selection, onEnd }: SelectBarProps) {
  const { t } = useTranslation()
  const mayChange = useMay('VIDEOS_WRITE')
  const { stars } = useWorks()
  const star = useStar()
  const remove = useRemove()
  const { download, at } = useDownloads()
  useKeys(({ key }) => {
    if (key === 'Escape') onEnd()
  })
  const chosen = useTakes([...selection.ids])
  const ids = chosen.map(({ id }) => id)
  const films = chosen.filter(({ output }) => output?.videoUri != null)
  const ended = chosen.filter(({ status }) => hasEnded(status))
  const isAll = ids.length > 0 && ids.length === works.length
  const areStarred = ids.length > 0 && ids.every(stars.has)
  return (
    <div role="toolbar" className={styles.bar} aria-label={t('select.bar')}>
      <IconButton icon={X} label={t('select.end')} onClick={onEnd} />
      <p role="status" className={styles.count}>
        {at === null ? t('select.count', { count: ids.length }) : t('select.downloading', at)}
      </p>
      <Button
        look="bare"
        disabled={works.length === 0}
        onClick={() => selection.set(isAll ? [] : works.map(({ id }) => id))}
      >
        {isAll ? t('select.none') : t('select.all')}
      </Button>
      <Button look="bare" disabled={ids.length === 0} onClick={() => star(ids, !areStarred)}>
        <Star size={16} aria-hidden />
        {areStarred ? t('select.unstar') : t('select.star')}
      </Button>
      <Button look="bare" disabled={films.length === 0 || at !== null} onClick={() => void download(films)}>
        <Download size={16} aria-hidden />
        {t('select.download', { count: films.length })}
      </Button>
      {mayChange ? (
        <Button look="bare" disabled={ended.length === 0} onClick={() => remove(ended.map(({ id }) => id))}>
          <Trash2 size={16} aria-hidden />
          {t('select.delete', { count: ended.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** Saves videos as files, one after the other, until the bar is closed. */
function useDownloads() {
  const { t } = useTranslation()
  const client = useClient()
  const works = useWorks()
  const toast = useToast()
  const [at, setAt] = useState<{ readonly at: number; readonly count: number } | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const download = async (films: readonly Work[]) => {
    let gone = 0
    for (const [index, film] of films.entries()) {
      if (!isOpen.current) return
      setAt({ at: index + 1, count: films.length })
      const address = addressOf(film) ?? (await renewAddress(client, works, film.id))
      if (address) saveVideo(film.id, address)
      else gone += 1
      if (index < films.length - 1) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    }
    setAt(null)
    if (gone > 0) toast({ id: 'download', text: t('select.gone', { count: gone }) })
  }
  return { download, at }
}
