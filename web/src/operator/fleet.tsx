import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Button } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Attempts } from './attempts.tsx'
import { FleetChart } from './fleet-chart.tsx'
import { FleetDocument } from './generated/graphql.ts'
import { StageColumns } from './stage-columns.tsx'
import { TaskSearch } from './task-search.tsx'
import { useEvery } from './use-every.ts'
import { useHistory } from './use-history.ts'
import { WorkerTable } from './worker-table.tsx'

/** There is no push for the operator; a look every two seconds is what the door's rate is made for. */
const LOOK_MS = 2000

export function Fleet({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const [{ data, error }, look] = useQuery({ query: FleetDocument })
  const [taskId, setTaskId] = useState<string | null>(null)
  useEvery(LOOK_MS, look)
  const queues = data?.queues ?? []
  const history = useHistory(data)
  if (error && !data) return <Problem error={error} onRetry={look} />
  return (
    <Page title={t('operator.title')} about={t('operator.about')} isWide>
      {error ? <p role="alert">{t('link.broken')}</p> : null}
      <StageColumns queues={queues} />
      <FleetChart history={history} />
      <WorkerTable workers={data?.workers ?? []} onTask={setTaskId} />
      <TaskSearch onTask={setTaskId} />
      {taskId ? <Attempts key={taskId} taskId={taskId} /> : null}
      <div>
        <Button onClick={onLeave}>{t('menu.signOut')}</Button>
      </div>
    </Page>
  )
}
