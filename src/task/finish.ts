import type { QueryResult } from 'pg'
import { giveBack, givenBackJson } from '../admission/budget.ts'
import { appendEntries, entriesJson } from '../credit/entry.ts'
import { drawResolution } from '../credit/freeze.ts'
import { accountsJson, type LockedAccount, lockAccounts, storeAccounts } from '../credit/locked-account.ts'
import { unpinFiles } from '../file/pin.ts'
import { statement, type Tx } from '../lib/sql.ts'
import { beginOf, endWith } from '../lib/trace.ts'
import { OUTPUT_RETENTION_DAYS } from '../limits.ts'
import { FPS } from '../media/frames.ts'
import { addDeliveries, newDelivery } from '../push/deliveries.ts'
import { appendEvents } from '../push/log.ts'
import { endAttempts } from '../queue/enqueue.ts'
import { type EndStatus, endTask, lockTask } from './advance.ts'
import { billedItems, sumItems } from './items.ts'
import { type FailReason, fileIdsOf, isTerminal, type Task, type TaskOutput } from './task.ts'
import { subjectOf } from './view.ts'

/** How a task ends. A failed or rejected task has a reason (docs/rules/tasks.md#failures). */
export type End =
  | { readonly status: 'succeeded'; readonly output: TaskOutput }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed' | 'rejected'; readonly failReason: FailReason; readonly failDetail: string }

interface Finish {
  readonly id: string
  readonly status: EndStatus
  /** JSON text, like the next two fields. */
  readonly end: string
  readonly entries: string
  readonly accounts: string
  readonly givenBack: string
  readonly deliveryId: string | null
  readonly host: string | null
}

/**
 * One statement: the task's end, its event, its webhook delivery, its attempts, the one entry that resolves its freeze, the
 * account's sums, and what its key gets back of a spend limit.
 */
const FINISH = statement('task_finish')<Finish>`
    with ended as (${endTask({ id: '$id', status: '$status', end: '$end' })}),
    attempts as (${endAttempts('ended')}),
    events as (${appendEvents('ended', 'status')} returning id, task_id),
    deliveries as (${addDeliveries('ended', 'events', { id: '$deliveryId', host: '$host' })}),
    entries as (${appendEntries('$entries')}),
    accounts as (${storeAccounts('$accounts')}),
    budgets as (${giveBack('$givenBack')})
  select * from ended`

export interface Locked {
  readonly account: LockedAccount
  readonly task: Task
}

/**
 * Locks the account, then the task. null if the account has no such task or it has already ended.
 */
export async function lockForEnd(tx: Tx, accountId: string, taskId: string): Promise<Locked | null> {
  const [{ accounts }, task] = await Promise.all([lockAccounts(tx, [accountId]), lockTask(tx, taskId)])
  const account = accounts.get(accountId)
  return account && task?.accountId === accountId && !isTerminal(task.status) ? { account, task } : null
}

/**
 * The one settlement: exactly one row resolves the freeze (docs/rules/money.md#freeze-and-settlement). It settles the billed
 * items (`billedItems`), or releases if there are none. Statements are sent without waiting, so that COMMIT follows at once.
 * @returns the row of the ended task
 */
export function finishTask(tx: Tx, { account, task }: Locked, end: End): Promise<QueryResult> {
  const billed = billedItems(task, end.status)
  const billedMicro = sumItems(billed)
  // An upscale bills the duration of its source, a generation the requested duration (docs/rules/tasks.md#usage).
  const [billable, billableMs] = task.sourceTaskId
    ? (['upscale', Math.round((task.frames * 1000) / FPS)] as const)
    : (['generation', task.durationMs] as const)
  const billedMs = billed.some(({ kind }) => kind === billable) ? billableMs : 0
  const subject = subjectOf(task)
  const entry = drawResolution(account, task.frozenMicro, billedMicro, {
    ...subject,
    description: `${subject.description}, ${end.status}`,
  })
  account.activeTasks -= 1
  const status: EndStatus = end.status
  const until = Date.now() + OUTPUT_RETENTION_DAYS * 24 * 3600 * 1000
  const record = {
    billedMs,
    amountMicro: billedMicro.toString(),
    output: end.status === 'succeeded' ? end.output : null,
    outputUntil: end.status === 'succeeded' ? new Date(until) : null,
    failReason: 'failReason' in end ? end.failReason : null,
    failDetail: 'failDetail' in end ? end.failDetail : null,
  }
  const [deliveryId, host] = newDelivery(task.webhookUrl)
  const givenBack = { keyId: task.keyId, micro: task.frozenMicro - billedMicro, at: task.createdAt }
  const written = {
    end: JSON.stringify(record),
    entries: entriesJson([entry]),
    accounts: accountsJson([account]),
    givenBack: givenBackJson([givenBack]),
  }
  const span = beginOf(task.traceparent, 'finish')
  const finished = tx.run(FINISH, { id: task.id, status, ...written, deliveryId, host })
  if (span) {
    span.setAttributes({ 'vidgate.task.id': task.id, 'vidgate.status': status })
    endWith(span, finished)
  }
  const files = fileIdsOf(task)
  if (files.length > 0) unpinFiles(tx, files)
  return finished
}
