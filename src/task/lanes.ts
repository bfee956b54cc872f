import pg from 'pg'
import { createWindows } from '../admission/creates.ts'
import { keptAnswers, type WantedKey } from '../admission/idempotency.ts'
import { lockAccounts } from '../credit/account.ts'
import { lockedPrices } from '../credit/price.ts'
import { DomainError } from '../errors.ts'
import { lockFiles, pinFiles, type WantedFile } from '../file/pin.ts'
import { probes } from '../lib/probe.ts'
import { Rollback, transaction } from '../lib/sql.ts'
import { LANE_BATCH, LANE_QUEUE_MAX, LANES } from '../limits.ts'
import { enqueue } from '../queue/enqueue.ts'
import { fleetOf, routesOf } from '../queue/fleet.ts'
import { readTurns } from '../queue/rank.ts'
import type { Resources } from '../resources.ts'
import { attachedLimits } from './engines.ts'
import { judge, type Submission, type Verdict } from './judge.ts'
import { pipelineOf, startOf } from './pipeline.ts'
import { fileIdsOf } from './task.ts'
import { writeCounts, writeJudgement } from './write.ts'

interface Waiting {
  readonly submission: Submission
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

/** Creates that arrive together commit together (engine room, speed). */
export interface Lanes {
  /** @throws DomainError overloaded when the lane's queue is full */
  submit(submission: Submission): Promise<Verdict>
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * A lane flushes up to 64 waiting creates as soon as it is free, without a timer, in one transaction of two round trips.
 * An account always takes the same lane, so its creates are judged in the order they came.
 *
 * Against one statement a transaction it wins from about 16 creates at once on; below that the plain statement is faster,
 * which is accepted (bench/RESULTS.md, W1).
 */
export function createLanes(resources: Needs): Lanes {
  const lanes = Array.from({ length: LANES }, () => createLane(resources))
  return {
    submit(submission) {
      // An id ends in random characters.
      const lane = lanes[(submission.accountId.at(-1)?.charCodeAt(0) ?? 0) % LANES]
      return lane?.submit(submission) ?? Promise.reject(new Error('there is no lane'))
    },
  }
}

function createLane(resources: Needs): Lanes {
  const queue: Waiting[] = []
  let busy = false

  const flush = async () => {
    busy = true
    try {
      // What arrives in the same turn of the event loop joins the batch.
      await new Promise(setImmediate)
      while (queue.length > 0) await settle(resources, queue.splice(0, LANE_BATCH))
    } finally {
      busy = false
    }
  }

  return {
    submit: (submission) =>
      new Promise((resolve, reject) => {
        if (queue.length >= LANE_QUEUE_MAX) {
          reject(new DomainError('overloaded', 'The service is overloaded; try again shortly.', { retryAfter: 1 }))
          return
        }
        queue.push({ submission, resolve, reject })
        if (!busy) void flush()
      }),
  }
}

/** A batch that the database refused is tried again one by one, so that one bad row fails alone. */
async function settle(resources: Needs, batch: readonly Waiting[]): Promise<void> {
  probes.createBatch.publish({ size: batch.length })
  try {
    const verdicts = await commit(
      resources,
      batch.map((each) => each.submission),
    )
    batch.forEach((each, index) => {
      const verdict = verdicts[index]
      if (verdict) each.resolve(verdict)
      else each.reject(new Error('a batch lost a verdict'))
    })
  } catch (error) {
    if (batch.length === 1 || !wasRolledBack(error)) {
      for (const each of batch) each.reject(error)
      return
    }
    resources.log.warn({ err: error, size: batch.length }, 'a batch of creates was rolled back; trying one by one')
    for (const each of batch) await settle(resources, [each])
  }
}

/** A broken connection may hide a commit that took place: only the database's own refusal may be tried again. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57') && !error.code?.startsWith('08')
}

function materialOf({ accountId, request }: Submission): WantedFile[] {
  return fileIdsOf(request).map((fileId) => ({ accountId, fileId }))
}

/** One transaction: lock, read, judge, write, send the jobs. Two round trips, whatever the verdicts. */
async function commit(resources: Needs, submissions: readonly Submission[]): Promise<readonly Verdict[]> {
  const accountIds = [...new Set(submissions.map((each) => each.accountId))].sort()
  const keyIds = [...new Set(submissions.flatMap(({ keyId }) => keyId ?? []))]
  const wanted = submissions.flatMap(({ accountId, idempotency }): WantedKey[] =>
    idempotency ? [{ accountId, idempotency }] : [],
  )
  const material = submissions.flatMap(materialOf)
  const newcomers = submissions.map(({ accountId, request: { serviceTier } }) => ({ accountId, serviceTier }))
  const fleet = await fleetOf(resources.pool)
  const verdicts = await transaction(resources.pool, async (tx, last) => {
    const [{ accounts, now }, windows, kept, prices, turns, files, engines] = await Promise.all([
      lockAccounts(tx, accountIds),
      createWindows(tx, keyIds),
      wanted.length > 0 ? keptAnswers(tx, wanted) : new Map(),
      lockedPrices(tx),
      readTurns(tx, newcomers),
      material.length > 0 ? lockFiles(tx, material) : new Map(),
      material.length > 0 ? attachedLimits((statement) => tx.run(statement, [])) : [],
    ])
    const judgement = judge({ accounts, windows, kept, prices, turns, files, engines, now }, submissions)
    if (judgement.tasks.length === 0) {
      // A create that is refused by cap or balance, or repeated, counts all the same.
      if (![...windows.values()].some((window) => window.changed)) return new Rollback(judgement.verdicts)
      last(writeCounts(tx, accounts.values(), windows.values()))
      return judgement.verdicts
    }
    last(writeJudgement(tx, judgement, accounts.values(), windows.values()))
    if (judgement.pins.size > 0) last(pinFiles(tx, judgement.pins))
    const starts = judgement.tasks.flatMap((task) => {
      const stage = pipelineOf(task)[0]
      return stage ? [startOf(task, stage, 1, routesOf(task, stage, fleet))] : []
    })
    await enqueue(tx, resources.boss, starts, last)
    return judgement.verdicts
  })
  if (verdicts.some(({ kind }) => kind === 'created')) {
    resources.hints.hint('events')
    resources.hints.hint('jobs')
  }
  return verdicts
}
