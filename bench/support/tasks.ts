import type { Pool } from 'pg'
import { readConfig } from '../../src/config.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openResources } from '../../src/resources.ts'
import { createLanes } from '../../src/task/lanes.ts'
import type { Closing } from '../../test/support/closing.ts'
import { submissionOf } from '../../test/support/submission.ts'
import { STAGES } from './worker-process.ts'

/** Used in turn, so that two ends seldom need the same account's row. */
const ACCOUNTS = 50
/** Cap, rate and balance are not measured. */
const PLENTY = 1_000_000_000
const CREDIT_MICRO = 100_000_000_000_000n

const OPERATION = {
  kind: 'create',
  key: null,
  twisted: false,
  n: 1,
  durationMs: 5000,
  resolution: '768p',
  serviceTier: 'standard',
  useContextIr: false,
} as const
const SMALLEST = { aspectRatio: '1:1', audio: false } as const

/** Creates as a gateway does, without its APIs. */
export interface Tasks {
  readonly pool: Pool
  /** Creates a task; its encode may start. */
  create(): Promise<void>
}

export async function openTasks(databaseUrl: string, dataDir: string, closing: Closing): Promise<Tasks> {
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const resources = await openResources(config, { name: 'bench', databaseUrl, poolSize: 4, supervise: false })
  closing.push(resources.close)
  const { pool } = resources
  const lanes = createLanes(resources)
  const accounts: string[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const limits = { concurrencyLimit: PLENTY, createsPerMinute: PLENTY, callsPerMinute: PLENTY }
    accounts.push((await createAccount(pool, { name: `bench ${i}`, creditMicro: CREDIT_MICRO, ...limits })).accountId)
  }
  let created = 0
  return {
    pool,
    async create() {
      const account = created++ % ACCOUNTS
      const submission = submissionOf({ ...OPERATION, account }, '', (pick) => accounts[pick] ?? '')
      const request = { ...submission.request, ...SMALLEST }
      const { kind } = await lanes.submit({ ...submission, request })
      if (kind !== 'created') throw new Error(`a task was not created: ${kind}`)
    },
  }
}

/** The rows that this many succeeded tasks leave. Every row is counted. */
const LEFT = `select
  (select count(*) from task)::int as tasks,
  (select count(*) from task where status = 'succeeded' and progress = 1)::int as succeeded,
  (select count(distinct subject_id) from ledger_entry where kind = 'settle')::int as settled,
  (select count(*) from ledger_entry where kind in ('settle', 'release'))::int as resolutions,
  (select count(*) from event where kind = 'succeeded')::int as ended,
  (select sum(frozen_micro) from account)::int as frozen,
  (select sum(active_tasks) from account)::int as active,
  (select count(*) from stage_attempt where state = 'done')::int as done,
  (select count(*) from stage_attempt where state <> 'done')::int as others,
  (select count(*) from pgboss.job where name in ('encode', 'render', 'package'))::int as jobs`

/** @throws Error unless there are exactly `tasks` tasks, each succeeded after its stages and settled once */
export async function checkSucceeded(pool: Pool, tasks: number): Promise<void> {
  const once = { tasks, succeeded: tasks, settled: tasks, resolutions: tasks, ended: tasks }
  const expected: Record<string, number> = { ...once, frozen: 0, active: 0, done: STAGES * tasks, others: 0, jobs: 0 }
  const [left = {}] = (await pool.query<Record<string, number>>(LEFT)).rows
  const wrong = Object.entries(left).filter(([name, count]) => count !== expected[name])
  if (wrong.length === 0) return
  throw new Error(`${tasks} tasks ended but left ${wrong.map(([name, count]) => `${name} ${count}`).join(', ')}`)
}
