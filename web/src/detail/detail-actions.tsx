import { Ban, Download, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { hasEnded, isCancellable } from '../gallery/status.ts'
import { useActions } from '../gallery/use-actions.ts'
import type { Work } from '../gallery/works.ts'
import { Button } from '../parts/button.tsx'
import { yuan } from '../parts/money.ts'
import { closeWork } from '../route.ts'
import styles from './detail-actions.module.css'
import { UpscaleButton } from './upscale-button.tsx'

export function DetailActions({ work, onRerun }: { readonly work: Work; readonly onRerun: () => void }) {
  const { t } = useTranslation()
  const mayChange = useMay('VIDEOS_WRITE')
  const { cancel, remove, download, problem, isBusy } = useActions(work)
  const canUpscale = work.status === 'SUCCEEDED' && work.resolution === 'R768P' && work.output?.videoUri != null
  return (
    <div className={styles.actions}>
      {work.output?.videoUri ? (
        <Button onClick={download}>
          <Download size={15} aria-hidden />
          {t('actions.download')}
        </Button>
      ) : null}
      {mayChange && canUpscale ? <UpscaleButton work={work} /> : null}
      {mayChange ? (
        <Button onClick={onRerun}>
          <RotateCcw size={15} aria-hidden />
          {t('actions.rerun')}
        </Button>
      ) : null}
      {mayChange && isCancellable(work.status) ? (
        <Button disabled={isBusy} onClick={cancel}>
          <Ban size={15} aria-hidden />
          {work.cost ? t('actions.cancelPaying', { amount: yuan(work.cost.earnedMicro) }) : t('actions.cancel')}
        </Button>
      ) : null}
      {mayChange && hasEnded(work.status) ? (
        <Button
          look="danger"
          disabled={isBusy}
          onClick={() => {
            closeWork()
            remove()
          }}
        >
          <Trash2 size={15} aria-hidden />
          {t('actions.delete')}
        </Button>
      ) : null}
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
