import { Ban, Download, Star, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './card-actions.module.css'
import { hasEnded, isCancellable } from './status.ts'
import { useActions } from './use-actions.ts'
import { useIsStarred, useStar } from './use-star.ts'
import type { Work } from './works.ts'

/** What can be done to a work without opening it. */
export function CardActions({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const mayChange = useMay('VIDEOS_WRITE')
  const { cancel, remove, download, problem, isBusy } = useActions(work)
  const isStarred = useIsStarred(work.id)
  const star = useStar()
  return (
    <div className={styles.actions}>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      {mayChange && isCancellable(work.status) ? (
        <IconButton icon={Ban} label={t('actions.cancel')} disabled={isBusy} onClick={cancel} />
      ) : null}
      <IconButton
        icon={Star}
        label={t('actions.star')}
        aria-pressed={isStarred}
        onClick={() => star([work.id], !isStarred)}
      />
      {work.output?.videoUri ? <IconButton icon={Download} label={t('actions.download')} onClick={download} /> : null}
      {mayChange && hasEnded(work.status) ? (
        <IconButton icon={Trash2} label={t('actions.delete')} disabled={isBusy} onClick={remove} />
      ) : null}
    </div>
  )
}
