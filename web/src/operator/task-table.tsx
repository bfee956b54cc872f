import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { spanBetween } from '../parts/span.ts'
import { Table } from '../parts/table.tsx'
import { CancelTask } from './cancel-task.tsx'
import type { ListedTaskFragment, TryFragment } from './generated/graphql.ts'
import { openSection } from './sections.ts'
import type { Subject } from './try-table.tsx'
import { useNamed } from './use-named.ts'

interface TaskTableProps {
  readonly tasks: readonly ListedTaskFragment[]
  readonly onOpen: (subject: Subject) => void
  readonly onCancelled: () => void
}

/** The attempt that says most of a task: one that waits or runs, else its last. */
function currentOf({ attempts }: ListedTaskFragment): TryFragment | undefined {
  return attempts.find(({ state }) => state === 'running' || state === 'ready') ?? attempts.at(-1)
}

/** An id for a narrow column: its kind and its end, where ids of one time differ. */
function shortOf(id: string): string {
  return id.replace(/^([a-z]+_).+(.{6})$/, '$1…$2')
}

export function TaskTable({ tasks, onOpen, onCancelled }: TaskTableProps) {
  const { t } = useTranslation()
  const columns = [
    'video',
    'account',
    'status',
    'service',
    'at',
    'worker',
    'created',
    'action',
    'waited',
    'ran',
  ] as const
  return (
    <Table
      caption={t('operator.tasks.title')}
      columns={columns.map((each) => t(`operator.tasks.${each}`))}
      numbers={2}
      isCards
    >
      {tasks.map((task) => (
        <Row key={task.id} task={task} onOpen={onOpen} onCancelled={onCancelled} />
      ))}
    </Table>
  )
}

interface RowProps extends Omit<TaskTableProps, 'tasks'> {
  readonly task: ListedTaskFragment
}

function Row({ task, onOpen, onCancelled }: RowProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const { id, accountId, serviceTier, status, createdAt, completedAt, failReason } = task
  const attempt = currentOf(task)
  const now = new Date().toISOString()
  return (
    <tr>
      <th scope="row">
        <Button look="link" onClick={() => onOpen({ kind: 'task', id })}>
          {id}
        </Button>
      </th>
      <td data-label={t('operator.tasks.account')}>
        <Button look="link" title={accountId} onClick={() => openSection('accounts', { account: accountId })}>
          {shortOf(accountId)}
        </Button>
      </td>
      <td data-label={t('operator.tasks.status')}>{failReason ? `${status} · ${failReason}` : status}</td>
      <td data-label={t('operator.tasks.service')}>{t(`tiers.${serviceTier.toUpperCase() as 'PRO'}.name`)}</td>
      <td data-label={t('operator.tasks.at')}>
        {attempt ? `${named('stages', attempt.stage)} · ${named('states', attempt.state)}` : null}
      </td>
      <td data-label={t('operator.tasks.worker')}>
        {attempt?.workerId ? (
          <Button
            look="link"
            title={attempt.workerId}
            onClick={() => onOpen({ kind: 'worker', id: attempt.workerId ?? '', name: attempt.workerId ?? '' })}
          >
            {shortOf(attempt.workerId)}
          </Button>
        ) : null}
      </td>
      <td data-label={t('operator.tasks.created')}>
        <Ago at={createdAt} />
      </td>
      <td>{completedAt ? null : <CancelTask id={id} onCancelled={onCancelled} />}</td>
      <td data-number data-label={t('operator.tasks.waited')}>
        {attempt ? spanBetween(attempt.readyAt, attempt.claimedAt ?? attempt.finishedAt ?? now) : null}
      </td>
      <td data-number data-label={t('operator.tasks.ran')}>
        {attempt?.claimedAt ? spanBetween(attempt.claimedAt, attempt.finishedAt ?? now) : null}
      </td>
    </tr>
  )
}
