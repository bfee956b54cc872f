import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Closing } from '../../test/support/closing.ts'
import { expectCounts } from '../support/counts.ts'
import { checkSucceeded, openTasks } from '../support/tasks.ts'
import { STAGES } from '../support/worker-process.ts'
import { WORKERS } from './plan.ts'
import { QUEUE } from './queue.ts'

/** Waiting work in a contender's database. */
export interface Ground {
  fill(tasks: number): Promise<void>
  /** The number of ends that the workers report when all is done. */
  ends(tasks: number): number
  /** @throws Error unless exactly this many tasks have ended correctly since the start */
  check(tasks: number): Promise<void>
}

export interface Contender {
  readonly name: 'bare' | 'queue' | 'worker'
  readonly about: string
  /** Of its worker process; path from `bench/`. */
  readonly file: string
  openGround(databaseUrl: string, dataDir: string, closing: Closing): Promise<Ground>
}

export const CONTENDERS: readonly Contender[] = [
  { name: 'bare', about: 'pg-boss, fetch + complete', file: 'drain/contenders/bare.ts', openGround: openBare },
  { name: 'queue', about: 'vidgate, claim + report', file: 'drain/contenders/vidgate.ts', openGround: openVidgate },
  { name: 'worker', about: 'vidgate, its worker', file: 'support/idle-worker.ts', openGround: openVidgate },
]

async function openVidgate(databaseUrl: string, dataDir: string, closing: Closing): Promise<Ground> {
  const { pool, create } = await openTasks(databaseUrl, dataDir, closing)
  return {
    async fill(tasks) {
      await Promise.all(Array.from({ length: tasks }, create))
    },
    ends: (tasks) => tasks,
    check: (tasks) => checkSucceeded(pool, tasks),
  }
}

const LEFT = `select count(*)::int as jobs, (count(*) filter (where state = 'completed'))::int as completed
  from pgboss.job where name = '${QUEUE}'`

/** A job for each stage, with the same contents as jobs of stages. */
async function openBare(databaseUrl: string, _dataDir: string, closing: Closing): Promise<Ground> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  closing.push(() => pool.end())
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false })
  boss.on('error', console.error)
  await boss.start()
  closing.push(() => boss.stop({ graceful: false }))
  await boss.createQueue(QUEUE)
  const data = { taskId: 'vid_00000000000000000000000000', stage: 'encode', number: 1 }
  return {
    async fill(tasks) {
      await boss.insert(
        QUEUE,
        Array.from({ length: STAGES * tasks }, () => ({ data })),
      )
    },
    ends: () => WORKERS,
    check: (tasks) => expectCounts(pool, LEFT, { jobs: STAGES * tasks, completed: STAGES * tasks }),
  }
}
