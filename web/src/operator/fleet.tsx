import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { EstimateTable } from './estimate-table.tsx'
import { HistoryCharts } from './history-charts.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { StageColumns } from './stage-columns.tsx'
import { TaskSearch } from './task-search.tsx'
import { TriesDialog } from './tries-dialog.tsx'
import type { Subject } from './try-table.tsx'
import { useFleet } from './use-fleet.ts'
import { WorkerTable } from './worker-table.tsx'

export function Fleet() {
  const { t } = useTranslation()
  const { data, error, again } = useFleet()
  const [subject, setSubject] = useState<Subject | null>(null)
  if (error && !data) return <Problem error={error} onRetry={again} />
  return (
    <Page title={t('operator.fleet.title')} about={t('operator.fleet.about')} isWide>
      {error ? <p role="alert">{t('link.broken')}</p> : null}
      {data ? (
        <>
          <StageColumns queues={data.queues} flows={data.flows} />
          <HistoryCharts />
          <WorkerTable workers={data.workers} onOpen={setSubject} />
          <OutcomeTable flows={data.flows} />
          <EstimateTable estimates={data.firstEstimates} />
          <TaskSearch onTask={(id) => setSubject({ kind: 'task', id })} />
        </>
      ) : (
        <p role="status">{t('loading')}</p>
      )}
      {subject ? <TriesDialog subject={subject} onOpen={setSubject} onClose={() => setSubject(null)} /> : null}
    </Page>
  )
}
