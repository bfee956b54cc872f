import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Closing } from '../../test/support/closing.ts'
import { expectCounts } from '../support/counts.ts'
import { checkSucceeded, openTasks } from '../support/tasks.ts'
import { type Kind, STAGES } from '../support/worker-process.ts'
import { type BossJob, QUEUES, queueFor } from './boss-queue.ts'
import { BEGIN, TABLE } from './raw-queue.ts'

/** A queue with its database. */
export interface Ground {
  /** Starts a task: its first stage may start. @param kind of its workers */
  begin(task: string, kind: Kind): Promise<void>
  /** @throws Error unless exactly this many tasks have ended correctly since the start */
  check(tasks: number): Promise<void>
}

export interface Contender {
  readonly name: string
  readonly about: string
  /** Of its worker process; path from `bench/`. */
  readonly file: string
  openGround(databaseUrl: string, dataDir: string, closing: Closing): Promise<Ground>
}

const own = (name: string) => `handoff/contenders/${name}`

export const CONTENDERS: readonly Contender[] = [
  { name: 'vidgate', about: 'vidgate', file: 'support/idle-worker.ts', openGround: openVidgate },
  { name: 'graphile', about: 'graphile-worker', file: own('graphile.js'), openGround: openGraphile },
  { name: 'raw', about: 'LISTEN + SKIP LOCKED', file: own('raw.ts'), openGround: openRaw },
  { name: 'boss', about: 'pg-boss, notify', file: own('boss.ts'), openGround: openBoss },
]

async function openVidgate(databaseUrl: string, dataDir: string, closing: Closing): Promise<Ground> {
  const { pool, create } = await openTasks(databaseUrl, dataDir, closing)
  return { begin: create, check: (tasks) => checkSucceeded(pool, tasks) }
}

function openBare(databaseUrl: string, closing: Closing): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  closing.push(() => pool.end())
  return pool
}

async function openGraphile(databaseUrl: string, _dataDir: string, closing: Closing): Promise<Ground> {
  const pool = openBare(databaseUrl, closing)
  return {
    async begin(task) {
      await pool.query('select graphile_worker.add_job($1, $2::json)', ['stage_0', JSON.stringify({ task })])
    },
    check: () => expectCounts(pool, 'select count(*)::int as left from graphile_worker.jobs', { left: 0 }),
  }
}

async function openRaw(databaseUrl: string, _dataDir: string, closing: Closing): Promise<Ground> {
  const pool = openBare(databaseUrl, closing)
  await pool.query(TABLE)
  const counts = `select count(*)::int as jobs, (count(*) filter (where state = 'done'))::int as done from bench_job`
  return {
    async begin(task) {
      await pool.query({ ...BEGIN, values: [task] })
    },
    check: (tasks) => expectCounts(pool, counts, { jobs: STAGES * tasks, done: STAGES * tasks }),
  }
}

async function openBoss(databaseUrl: string, _dataDir: string, closing: Closing): Promise<Ground> {
  const pool = openBare(databaseUrl, closing)
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false })
  boss.on('error', console.error)
  await boss.start()
  closing.push(() => boss.stop({ graceful: false }))
  for (const queue of QUEUES) await boss.createQueue(queue, { notify: true })
  const counts = `select count(*)::int as jobs, (count(*) filter (where state = 'completed'))::int as done
    from pgboss.job where name like 'bench-%'`
  return {
    async begin(task, kind) {
      const job: BossJob = { task, stage: 0 }
      await boss.send(queueFor(kind, 0), job)
    },
    check: (tasks) => expectCounts(pool, counts, { jobs: STAGES * tasks, done: STAGES * tasks }),
  }
}
