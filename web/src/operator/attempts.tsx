import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Ago } from '../parts/ago.tsx'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { AttemptsDocument } from './generated/graphql.ts'

/** Every try behind a task: why it took as long as it did. */
export function Attempts({ taskId }: { readonly taskId: string }) {
  const { t } = useTranslation()
  const [{ data, fetching }] = useQuery({ query: AttemptsDocument, variables: { id: taskId } })
  if (!data?.task) return fetching ? null : <Notice title={t('detail.missing')}>{taskId}</Notice>
  const columns = ['stage', 'state', 'ready', 'waited', 'ran', 'worker', 'outcome'] as const
  return (
    <Table
      caption={t('operator.attempts', { id: taskId, status: data.task.status })}
      columns={columns.map((each) => t(`operator.tries.${each}`))}
    >
      {data.task.attempts.map((attempt) => (
        <tr key={`${attempt.stage}${attempt.number}`}>
          <th scope="row">
            {attempt.stage} {attempt.number}
            {attempt.hedge ? ` · ${t('operator.hedge')}` : null}
          </th>
          <td>{attempt.state}</td>
          <td>
            <Ago at={attempt.readyAt} />
          </td>
          <td>{between(attempt.readyAt, attempt.claimedAt)}</td>
          <td>{between(attempt.claimedAt, attempt.finishedAt)}</td>
          <td>{attempt.workerId}</td>
          <td data-wide data-text>
            {attempt.outcome}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function between(start: string | null, end: string | null): string {
  return start && end ? `${((Date.parse(end) - Date.parse(start)) / 1000).toFixed(1)} s` : ''
}
