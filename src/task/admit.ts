import { laterOf } from '../admission/budget.ts'
import type { CreateWindow } from '../admission/creates.ts'
import type { NewEntry } from '../credit/entry.ts'
import { drawFreeze } from '../credit/freeze.ts'
import { availableMicro, type LockedAccount } from '../credit/locked-account.ts'
import { displayAmount } from '../credit/money.ts'
import { overBudget, spend } from '../credit/spend.ts'
import { DomainError } from '../errors.ts'
import { type Turns, takeTurn } from '../queue/rank.ts'
import type { Task } from './task.ts'
import { subjectOf } from './view.ts'

/** Why a create of n > 1 stopped early. A plain object, because it is stored with the Idempotency-Key. */
export interface Stop {
  readonly code: 'concurrency_limit_exceeded' | 'spend_limit_exceeded' | 'insufficient_balance'
  readonly message: string
  readonly details: Readonly<Record<string, number | string>>
}

/** A locked account, and the key that spends its credit. */
export interface Payer {
  readonly account: LockedAccount
  readonly window: CreateWindow | undefined
}

/**
 * Admits a new task of a locked account (docs/rules/create.md#cap-and-balance): first the cap, then the key's spend limit, then the
 * balance. The account and the key count the task, and the task takes its turn.
 * @returns the freeze of its price, or why it is not admitted
 */
export function admit({ account, window }: Payer, turns: Turns, task: Task): NewEntry | Stop {
  if (account.activeTasks >= account.concurrencyLimit) return atCap(account)
  const over = overBudget(window, task.frozenMicro)
  if (over) return over
  const freeze = drawFreeze(account, task.frozenMicro, subjectOf(task))
  if (!freeze) return outOfCredit(account, task.frozenMicro)
  spend(window, task.frozenMicro)
  account.activeTasks += 1
  task.priority = takeTurn(turns, task)
  return freeze
}

/**
 * The time of a new task or prompt. A transaction that waited for the account's lock across the end of a spend limit's period was judged by
 * the new period, so what it creates belongs to that one.
 */
export function creationTime({ window }: Payer, now: Date): Date {
  return window?.budget ? laterOf(now, window.budget.since) : now
}

/** The account has reached its limit of unfinished tasks. */
function atCap(account: LockedAccount): Stop {
  const message = `The account already has ${account.activeTasks} unfinished tasks, which is its limit.`
  return { code: 'concurrency_limit_exceeded', message, details: { limit: account.concurrencyLimit } }
}

/** The available balance does not cover the task. */
function outOfCredit(account: LockedAccount, required: bigint): Stop {
  const available = availableMicro(account)
  const message = `This task needs ${displayAmount(required)}; ${displayAmount(available)} is available.`
  const details = { required_micro: Number(required), available_micro: Number(available) }
  return { code: 'insufficient_balance', message, details }
}

/** A stop as a refusal, if no task was created. */
export function stopError(stop: Stop): DomainError {
  const { code, message, details } = stop
  return new DomainError(
    code,
    message,
    code === 'concurrency_limit_exceeded' ? { details, retryAfter: 5 } : { details },
  )
}
