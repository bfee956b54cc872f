import pg from 'pg'
import { createWindows } from '../admission/creates.ts'
import { keptAnswers, type WantedKey } from '../admission/idempotency.ts'
import { lockAccounts } from '../credit/locked-account.ts'
import { currentPrices } from '../credit/price.ts'
import { DomainError, isLocked } from '../errors.ts'
import { lockFiles, type WantedFile } from '../file/pin.ts'
import { createBatches } from '../lib/batches.ts'
import { probes } from '../lib/probe.ts'
import { Rollback, SHORT_LOCK_WAIT_MS, transaction } from '../lib/sql.ts'
import { LANE } from '../limits.ts'
import { readTurns } from '../queue/rank.ts'
import { liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { attachedEngines } from './engines.ts'
import { judge, type Submission, type Verdict } from './judge.ts'
import { estimate } from './queue-position.ts'
import { fileIdsOf } from './task.ts'
import { commitInSpan } from './traced.ts'
import { outlookOf } from './underway.ts'
import { writeCounts, writeTasks } from './write.ts'

interface Waiting {
  readonly submission: Submission
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

/** Creates that arrive together commit together (docs/decisions/create.md#commit-together). */
export interface Lanes {
  /** @throws DomainError overloaded if the lane's queue, or the account's part of it, is full */
  submit(submission: Submission): Promise<Verdict>
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * All creates of a process share a lane. It flushes up to 64 of them in one transaction of two round trips, one batch after the other.
 * An account's creates are decided in order of arrival; accounts take turns.
 *
 * A locked account must not delay the others. A batch that meets a lock is rolled back, and each of its accounts moves to its own
 * lane until that lane is empty.
 *
 * Compared with one statement per transaction it is faster from about 16 concurrent creates on, and slower below 8, which is
 * accepted (bench/RESULTS.md, W1).
 */
export function createLanes(resources: Needs): Lanes {
  const shared = createSharedLane(resources)
  return {
    submit: (submission) => new Promise((resolve, reject) => shared.add({ submission, resolve, reject })),
  }
}

interface Lane {
  add(waiting: Waiting): void
}

function createSharedLane(resources: Needs): Lane {
  const own = new Map<string, Lane>()
  const isApart = ({ submission }: Waiting) => own.has(submission.accountId)
  const leave = (waiting: Waiting) => {
    const { accountId } = waiting.submission
    const lane = own.get(accountId) ?? createOwnLane(resources, () => own.delete(accountId))
    own.set(accountId, lane)
    lane.add(waiting)
  }
  const queue = createQueue(async (batch) => {
    const shared: Waiting[] = []
    for (const each of batch) {
      // Its account may have moved while this create waited.
      if (isApart(each)) leave(each)
      else shared.push(each)
    }
    if (shared.length > 0) await settle(resources, shared, leave, SHORT_LOCK_WAIT_MS)
  })
  return { add: (waiting) => (isApart(waiting) ? leave(waiting) : queue.add(waiting)) }
}

/** @param onFree called when the account can return to the shared lane */
function createOwnLane(resources: Needs, onFree: () => void): Lane {
  const queue = createQueue(async (batch) => {
    let refusal: unknown = null
    await settle(resources, batch, (each, error) => {
      refusal = error
      each.reject(error)
    })
    // Creates that arrived meanwhile are refused too, because they wait for the same lock.
    if (refusal) for (const each of queue.takeAll()) each.reject(refusal)
    else if (queue.isEmpty()) onFree()
  })
  return queue
}

interface Queue extends Lane {
  isEmpty(): boolean
  takeAll(): readonly Waiting[]
}

function createQueue(flush: (batch: readonly Waiting[]) => Promise<void>): Queue {
  const batches = createBatches(LANE, flush)
  return {
    isEmpty: () => batches.size === 0,
    takeAll: batches.takeAll,
    add(each) {
      if (batches.add(each.submission.accountId, each)) return
      each.reject(new DomainError('overloaded', 'The service is overloaded; try again shortly.', { retryAfter: 1 }))
    },
  }
}

/**
 * Tries the creates of a batch that the database refused one by one, so that a bad row fails alone.
 * @param locked called for each create that waited too long for a locked row; nothing of it is written
 */
async function settle(
  resources: Needs,
  batch: readonly Waiting[],
  locked: (each: Waiting, error: unknown) => void,
  lockWaitMs?: number,
): Promise<void> {
  probes.createBatch.publish({ size: batch.length })
  try {
    const submissions = batch.map((each) => each.submission)
    const verdicts = await commitInSpan(submissions, () => commit(resources, submissions, lockWaitMs))
    batch.forEach((each, index) => {
      const verdict = verdicts[index]
      if (verdict) each.resolve(verdict)
      else each.reject(new Error('a batch lost a verdict'))
    })
  } catch (error) {
    if (isLocked(error)) {
      for (const each of batch) locked(each, error)
      return
    }
    if (batch.length === 1 || !wasRolledBack(error)) {
      for (const each of batch) each.reject(error)
      return
    }
    resources.log.warn({ err: error, size: batch.length }, 'a batch of creates was rolled back; creating one by one')
    for (const each of batch) await settle(resources, [each], locked, lockWaitMs)
  }
}

/** Only a refusal by the database may be tried again: after a broken connection the batch may be committed. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57') && !error.code?.startsWith('08')
}

function materialOf({ accountId, request }: Submission): WantedFile[] {
  if (request instanceof DomainError) return []
  return fileIdsOf(request).map((fileId) => ({ accountId, fileId }))
}

/** One transaction: lock, read, decide, write, send the jobs. Two round trips, whatever the verdicts. */
async function commit(
  resources: Needs,
  submissions: readonly Submission[],
  lockWaitMs: number | undefined,
): Promise<readonly Verdict[]> {
  const accountIds = [...new Set(submissions.map((each) => each.accountId))].sort()
  const keyIds = [...new Set(submissions.flatMap(({ keyId }) => keyId ?? []))]
  const wanted = submissions.flatMap(({ accountId, idempotency }): WantedKey[] =>
    idempotency ? [{ accountId, idempotency }] : [],
  )
  const material = submissions.flatMap(materialOf)
  const newcomers = submissions.flatMap(({ accountId, request }) =>
    request instanceof DomainError ? [] : [{ accountId, serviceTier: request.serviceTier }],
  )
  const { pool } = resources
  const [live, engines, outlook] = await Promise.all([
    liveWorkers(pool),
    attachedEngines(pool),
    outlookOf(pool).catch(() => null),
  ])
  let isLow = false
  const verdicts = await transaction(
    pool,
    async (tx) => {
      const [{ accounts, now }, windows, kept, prices, turns, files] = await Promise.all([
        lockAccounts(tx, accountIds),
        createWindows(tx, keyIds),
        wanted.length > 0 ? keptAnswers(tx, wanted) : new Map(),
        currentPrices(tx),
        readTurns(tx, newcomers),
        material.length > 0 ? lockFiles(tx, material) : new Map(),
      ])
      const judgement = judge({ accounts, windows, kept, prices, turns, files, engines, now }, submissions)
      if (judgement.tasks.length === 0) {
        // A create that is repeated, or refused by cap or balance, counts too.
        if (![...windows.values()].some((window) => window.changed)) return new Rollback(judgement.verdicts)
        writeCounts(tx, accounts.values(), windows.values())
        return judgement.verdicts
      }
      estimate(outlook, judgement.tasks, judgement.unfit)
      const counted = { accounts: [...accounts.values()], windows: windows.values() }
      isLow = await writeTasks(tx, { boss: resources.boss, live }, judgement, counted)
      return judgement.verdicts
    },
    lockWaitMs,
    // Files are found by a join, and a plan made for an empty table reads it whole.
    material.length === 0,
  )
  if (verdicts.some(({ kind }) => kind === 'created')) resources.hints.hint('events', 'jobs')
  if (isLow) resources.hints.hint('webhooks')
  return verdicts
}
