import { useTranslation } from 'react-i18next'
import { inMinutes } from '../gallery/use-wait-words.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import type { FleetQuery } from './generated/graphql.ts'

type Worker = FleetQuery['workers'][number]

interface WorkerTableProps {
  readonly workers: readonly Worker[]
  /** Opens the tries of the task that a worker is at. */
  readonly onTask: (taskId: string) => void
}

export function WorkerTable({ workers, onTask }: WorkerTableProps) {
  const { t } = useTranslation()
  if (workers.length === 0) return <Notice title={t('operator.noWorkers')}>{t('operator.noWorkersHelp')}</Notice>
  const columns = ['worker', 'state', 'since', 'at', 'pool', 'takes', 'beat', 'done', 'failed'] as const
  return (
    <Table caption={t('operator.workers')} columns={columns.map((each) => t(`operator.columns.${each}`))} numbers={3}>
      {workers.map((worker) => (
        <tr key={worker.id}>
          <th scope="row" title={worker.id}>
            {worker.host} · {worker.engine}
          </th>
          <td>{worker.state}</td>
          <td>{worker.since ? <Ago at={worker.since} /> : null}</td>
          <td>
            {worker.taskId ? (
              <Button look="bare" title={worker.taskId} onClick={() => onTask(worker.taskId ?? '')}>
                {worker.stage}
              </Button>
            ) : null}
          </td>
          <td>{worker.pool}</td>
          <td>{worker.capabilities.join(', ')}</td>
          <td data-number>{inMinutes(worker.beatAgeSeconds)}</td>
          <td data-number>{worker.doneLastHour}</td>
          <td data-number>{worker.failedLastHour}</td>
        </tr>
      ))}
    </Table>
  )
}
