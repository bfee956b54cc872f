import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { useMay } from '../api/session.ts'
import type { Work } from '../gallery/works.ts'
import { useWork } from '../gallery/works-context.ts'
import { WorkDocument } from '../generated/graphql.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { closeWork } from '../route.ts'
import { CodeSection } from './code-section.tsx'
import { CostSection } from './cost-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import styles from './detail.module.css'
import { DetailActions } from './detail-actions.tsx'
import { Facts } from './facts.tsx'
import { type GoOn, GoOnActions } from './go-on-actions.tsx'
import { Neighbours } from './neighbours.tsx'
import { Player } from './player.tsx'
import { StatesSection } from './states-section.tsx'

interface DetailProps {
  readonly workId: string
  readonly goOn: GoOn
}

/** Everything about one work, over the gallery; it has its own URL and stays live. */
export function Detail({ workId, goOn }: DetailProps) {
  const { t } = useTranslation()
  const listed = useWork(workId)
  const [{ data, error }, ask] = useQuery({
    query: WorkDocument,
    variables: { id: workId },
    pause: listed !== undefined,
    requestPolicy: 'network-only',
  })
  const work = listed ?? data?.task ?? null
  return (
    <Modal label={work?.prompt ?? t('detail.title')} className={styles.detail} onClose={closeWork} hasFocus>
      {work ? <Contents work={work} goOn={goOn} /> : null}
      {work ? null : (
        <div className={styles.alone}>
          {error ? <Problem error={error} onRetry={ask} /> : null}
          {data && !error ? (
            <Notice title={t('detail.missing')}>
              <p>{t('detail.missingHelp')}</p>
            </Notice>
          ) : null}
          {data || error ? null : <p role="status">{t('loading')}</p>}
        </div>
      )}
      <Neighbours workId={workId} />
      <IconButton icon={X} label={t('close')} className={styles.close} onClick={closeWork} />
    </Modal>
  )
}

/** What may scroll must be reached by keyboard. */
const LONG = 250

function Prompt({ text }: { readonly text: string }) {
  return (
    <h2 className={styles.prompt} tabIndex={text.length > LONG ? 0 : undefined}>
      {text}
    </h2>
  )
}

function Contents({ work, goOn }: { readonly work: Work; readonly goOn: GoOn }) {
  const mayCreate = useMay('VIDEOS_WRITE')
  return (
    <>
      <Player work={work} />
      <div className={styles.side}>
        <Prompt text={work.prompt} />
        <DetailActions work={work} onRerun={() => goOn.again(work)} />
        {mayCreate && work.status === 'SUCCEEDED' && work.sourceTaskId === null ? (
          <GoOnActions work={work} goOn={goOn} />
        ) : null}
        <Facts work={work} />
        {/* Another state, other entries. */}
        <StatesSection key={`states ${work.status}`} workId={work.id} />
        <CostSection key={work.status} work={work} />
        {work.webhookUrl ? <DeliverySection workId={work.id} status={work.status} /> : null}
        <CodeSection work={work} />
      </div>
    </>
  )
}
