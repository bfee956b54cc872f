import { readConfig } from '../../../src/config.ts'
import { query, statement } from '../../../src/lib/sql.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { appendEvents } from '../../../src/push/log.ts'
import { openResources } from '../../../src/resources.ts'
import { raiseProgress } from '../../../src/task/advance.ts'
import { createLanes } from '../../../src/task/lanes.ts'
import type { Closing } from '../../support/closing.ts'
import { submissionOf } from '../../support/submission.ts'
import type { Side } from '../cancel/ground.ts'

/** A watched task, and a key that may read it. */
export interface Watched {
  readonly id: string
  readonly key: string
}

/** Accounts with watched tasks, beside the gateways on the same database. */
export interface Ground {
  readonly side: Side
  /** Creates a task, in each account in turn. @param metadata as JSON */
  create(metadata?: string): Promise<Watched>
}

/** Cap, rate and balance are not tested here. */
const PLENTY = 1_000_000_000
const CREDIT_MICRO = 100_000_000_000_000n

const SHAPE = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false, n: 1 } as const
const OPERATION = { kind: 'create', account: 0, key: null, twisted: false, ...SHAPE } as const

/** @param accounts each has a key, and its own limit of sockets */
export async function openWatched(
  { databaseUrl, dataDir, accounts }: { databaseUrl: string; dataDir: string; accounts: number },
  closing: Closing,
): Promise<Ground> {
  const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir })
  const resources = await openResources(config, { name: 'chaos', databaseUrl, poolSize: 8, supervise: false })
  closing.push(resources.close)
  const side = { ...resources, lanes: createLanes(resources) }
  const owners: Awaited<ReturnType<typeof createAccount>>[] = []
  const limits = { concurrencyLimit: PLENTY, createsPerMinute: PLENTY, callsPerMinute: PLENTY }
  for (let i = 0; i < accounts; i++) {
    owners.push(await createAccount(side.pool, { name: `watched ${i}`, creditMicro: CREDIT_MICRO, ...limits }))
  }
  let created = 0
  return {
    side,
    async create(metadata) {
      const owner = owners[created++ % accounts]
      const { request, ...submission } = submissionOf(OPERATION, '', () => owner?.accountId ?? '')
      const verdict = await side.lanes.submit({ ...submission, request: { ...request, metadata: metadata ?? null } })
      const task = verdict.kind === 'created' ? verdict.tasks[0] : undefined
      if (!task || !owner) throw new Error(`a task was not created: ${verdict.kind}`)
      return { id: task.id, key: owner.key }
    },
  }
}

/** Progress reports of running stages, in steps so small that a million fit. */
const RAISE = statement('chaos_raise')`with pushed as (select unnest($1::text[]) as task_id),
    raised as (${raiseProgress('pushed', 'task.progress + 1e-7')}),
    logged as (${appendEvents('raised', 'progress')})
  select id, seq from raised`

/** Commits one event for each of several running tasks. @returns the tasks' new seqs */
export async function raise(
  { pool, hints }: Pick<Side, 'pool' | 'hints'>,
  ids: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  const { rows } = await query<{ id: string; seq: number }>(pool, RAISE, [ids])
  if (rows.length !== ids.length) throw new Error('a task has already ended')
  hints.hint('events')
  return rows
}
