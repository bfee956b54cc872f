import { Film, FlipHorizontal2, Shuffle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { useVideo } from '../gallery/use-video.ts'
import type { Work } from '../gallery/works.ts'
import type { FilePurpose } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import styles from './detail-actions.module.css'
import { lastFrameOf, readFilm } from './film.ts'

/** What follows from a work. Each fills the composer. */
export interface GoOn {
  /** With its request. */
  readonly again: (work: Work) => void
  /** With its request and another seed. */
  readonly vary: (work: Work) => void
  /** With a file: its last frame as the start of its request, or its film as a reference. */
  readonly from: (work: Work, file: File, purpose: FilePurpose) => void
}

/** Makes another video from a finished one. */
export function GoOnActions({ work, goOn }: { readonly work: Work; readonly goOn: GoOn }) {
  const { t } = useTranslation()
  const mayUpload = useMay('FILES_WRITE')
  const { address, renew } = useVideo(work)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const take = async (purpose: 'INPUT_IMAGE' | 'REFERENCE') => {
    setBusy(true)
    setFailed(false)
    try {
      const film = await readFilm(address ?? (await renew()) ?? '', work.id)
      goOn.from(work, purpose === 'REFERENCE' ? film : await lastFrameOf(film), purpose)
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.actions}>
      <Button look="bare" onClick={() => goOn.vary(work)}>
        <Shuffle size={15} aria-hidden />
        {t('actions.vary')}
      </Button>
      {mayUpload && work.output?.videoUri ? (
        <>
          <Button look="bare" disabled={isBusy} onClick={() => take('INPUT_IMAGE')}>
            <FlipHorizontal2 size={15} aria-hidden />
            {t('actions.continue')}
          </Button>
          <Button look="bare" disabled={isBusy} onClick={() => take('REFERENCE')}>
            <Film size={15} aria-hidden />
            {t('actions.reference')}
          </Button>
        </>
      ) : null}
      {hasFailed ? (
        <p role="alert" className={styles.problem}>
          {t('actions.unread')}
        </p>
      ) : null}
    </div>
  )
}
