import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { spanBetween } from '../parts/span.ts'
import { Table } from '../parts/table.tsx'
import type { TryFragment } from './generated/graphql.ts'
import { RestartAttempt } from './restart-attempt.tsx'
import { useNamed } from './use-named.ts'

/** The task or worker whose attempts are shown. */
export type Subject =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'worker'; readonly id: string; readonly name: string }

interface TryTableProps {
  readonly caption: string
  readonly tries: readonly TryFragment[]
  /** Whether each attempt shows its task or its worker; the table belongs to the other one. */
  readonly of: Subject['kind']
  readonly onOpen: (subject: Subject) => void
  readonly onRestarted: () => void
}

export function TryTable({ caption, tries, of, onOpen, onRestarted }: TryTableProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const columns = ['try', 'state', 'ready', of === 'task' ? 'video' : 'worker', 'outcome', 'waited', 'ran'] as const
  const linkTo = ({ taskId, workerId }: TryFragment): Subject | null =>
    of === 'task' ? { kind: 'task', id: taskId } : workerId ? { kind: 'worker', id: workerId, name: workerId } : null
  return (
    <Table caption={caption} columns={columns.map((each) => t(`operator.tries.${each}`))} numbers={2}>
      {tries.map((each) => {
        const link = linkTo(each)
        return (
          <tr key={`${each.taskId}${each.stage}${each.number}`}>
            <th scope="row">
              {named('stages', each.stage)} {each.number}
              {each.hedge ? ` · ${t('operator.tries.hedge')}` : null}
            </th>
            <td>{named('states', each.state)}</td>
            <td>
              <Ago at={each.readyAt} />
            </td>
            <td>
              {link ? (
                <Button look="link" onClick={() => onOpen(link)}>
                  {link.id}
                </Button>
              ) : null}
            </td>
            <td data-wide data-text>
              {each.state === 'running' ? <RestartAttempt attempt={each} onRestarted={onRestarted} /> : each.outcome}
            </td>
            <td data-number>{spanBetween(each.readyAt, each.claimedAt)}</td>
            <td data-number>{spanBetween(each.claimedAt, each.finishedAt)}</td>
          </tr>
        )
      })}
    </Table>
  )
}
