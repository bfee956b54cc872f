import { expireKeys } from '../../src/admission/expire.ts'
import { readConfig } from '../../src/config.ts'
import { expireFiles } from '../../src/file/expire.ts'
import { forgetAttempts, forgetWorkers } from '../../src/fleet/forget.ts'
import { releaseAbandoned } from '../../src/prompt/sweep.ts'
import { expireEvents, thinProgress } from '../../src/push/expire.ts'
import { followLog } from '../../src/push/tail.ts'
import { CHANNELS } from '../../src/queue/hints.ts'
import { openResources, type Resources } from '../../src/resources.ts'
import { hedgeLate } from '../../src/stage/hedge.ts'
import { restartLost } from '../../src/stage/lost.ts'
import { ageWaiting, failExpired, failUnclaimed, freeOrphaned } from '../../src/stage/overdue.ts'
import { sendStranded } from '../../src/stage/stranded.ts'
import { eraseLeftovers, eraseOutputs } from '../../src/task/erase.ts'
import { noticeWaiting } from '../../src/task/waiting.ts'
import { expireDeliveries } from '../../src/webhook/expire.ts'
import type { Closing } from '../../test/support/closing.ts'

const WARM = 6
const EVENTS = 200
export const ALL = 'all chores'
export const TAIL = `${EVENTS} events to the tail`

/** A round of each chore that finds nothing to do; the audit, whose work is the length of the ledgers, is left out. */
const CHORES: Readonly<Record<string, (resources: Resources) => Promise<unknown>>> = {
  'a second try': hedgeLate,
  'ageing of waiting stages': ageWaiting,
  'stages of lost queues': freeOrphaned,
  'stages that waited too long': failExpired,
  'stages that nobody can claim': failUnclaimed,
  'stages without a job': sendStranded,
  'tasks without a stage': restartLost,
  'waiting notices': ({ pool }) => noticeWaiting(pool),
  'outputs past their time': (resources) => eraseOutputs(resources, new Date()),
  'outputs of stages': (resources) => eraseLeftovers(resources, new Date()),
  'files past their time': (resources) => expireFiles(resources, new Date()),
  'old events': ({ pool }) => expireEvents(pool),
  'old progress events': ({ pool }) => thinProgress(pool),
  'old attempts': ({ pool }) => forgetAttempts(pool),
  'old workers': ({ pool }) => forgetWorkers(pool),
  'old idempotency keys': ({ pool }) => expireKeys(pool),
  'old deliveries': (resources) => expireDeliveries(resources, new Date(0)),
  'abandoned prompt fees': (resources) => releaseAbandoned(resources),
}

/** Milliseconds of each round, by chore. */
export type Times = ReadonlyMap<string, readonly number[]>

/** The chores and the tail of a gateway, in this process. */
export interface Steps {
  readonly resources: Resources
  /** Milliseconds of one round of each step. */
  round(): Promise<ReadonlyMap<string, number>>
}

export async function openSteps(databaseUrl: string, dataDir: string, closing: Closing): Promise<Steps> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const resources = await openResources(config, { name: 'bench', databaseUrl, poolSize: 4, supervise: false })
  closing.push(resources.close)
  const tail = await openTail(resources, closing)
  return {
    resources,
    async round() {
      const times = new Map<string, number>()
      const start = performance.now()
      for (const [name, pass] of Object.entries(CHORES)) times.set(name, await timed(() => pass(resources)))
      times.set(ALL, performance.now() - start)
      times.set(TAIL, await timed(tail))
      return times
    },
  }
}

/** ABBA, as everywhere. */
export async function measureSteps(both: readonly Steps[], rounds: number): Promise<readonly Times[]> {
  const times = both.map(() => new Map<string, number[]>())
  for (let round = -WARM; round < rounds; round++) {
    const order = [...both.keys()]
    for (const place of round % 2 === 0 ? order : order.toReversed()) {
      const measured = (await both[place]?.round()) ?? new Map<string, number>()
      if (round < 0) continue
      for (const [name, ms] of measured) times[place]?.set(name, [...(times[place]?.get(name) ?? []), ms])
    }
  }
  return times
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await step()
  return performance.now() - start
}

/** Above every seq of a task. */
const SEQ = 1000

const PROGRESS = `with written as (insert into event (account_id, task_id, seq, kind, snapshot)
    select t.account_id, t.id, ${SEQ} + $1::int * ${EVENTS} + n, 'progress', '{"progress": 0.5}'
    from (select account_id, id from task order by id limit 1) t, generate_series(1, ${EVENTS}) n)
  select pg_notify('${CHANNELS.events}', '')`

/** @returns writes events, and waits until the tail has published them */
async function openTail(resources: Resources, closing: Closing): Promise<() => Promise<void>> {
  let waited = 0
  let arrived = Promise.withResolvers<void>()
  const { pool } = resources
  const tail = await followLog(resources, {
    horizon: () => 0n,
    watchedSince: () => 0,
    watches: ({ kind }) => kind === 'progress',
    publish(events) {
      waited -= events.length
      if (events.length > 0 && waited <= 0) arrived.resolve()
    },
  })
  closing.push(async () => {
    await tail.close()
    await pool.query(
      'delete from event using (select id from task order by id limit 1) t where task_id = t.id and seq > $1',
      [SEQ],
    )
  })
  let round = 0
  return async () => {
    waited = EVENTS
    arrived = Promise.withResolvers()
    await pool.query(PROGRESS, [round++])
    await arrived.promise
  }
}

/** What a gateway's chores delete, as fast as they can. @returns number of rows */
export async function deleteOld({ pool }: Resources): Promise<number> {
  const [events, attempts] = await Promise.all([expireEvents(pool), forgetAttempts(pool)])
  return events + attempts
}
