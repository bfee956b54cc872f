import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { ConfigError } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { JOB_RETENTION_S } from '../limits.ts'
import { accountQueue, QUEUES, STAGES } from './catalog.ts'

const DAY_S = 24 * 3600

/**
 * pg-boss decides what may start and does nothing after the claim: no retries, no heartbeats, and jobs outlive the longest wait
 * (docs/decisions/dispatch.md#pg-boss-until-the-claim).
 */
const STAGE_QUEUE = {
  retryLimit: 0,
  expireInSeconds: 600,
  retentionSeconds: JOB_RETENTION_S,
  deleteAfterSeconds: DAY_S,
  notify: false,
} as const

/** A started pg-boss. In a transaction its statements use the transaction's connection. */
export async function openBoss(pool: Pool, log: Log, supervise: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'pgboss',
    supervise,
    schedule: false,
    migrate: false,
    createSchema: false,
  })
  boss.on('error', (error: Error) => log.warn({ err: error }, 'the queue reported an error'))
  boss.on('warning', (warning: unknown) => log.warn({ warning }, 'the queue reported a warning'))
  await boss.start().catch((error: Error) => {
    if (!/requires migrations/.test(error.message)) throw error
    throw new ConfigError(
      'The database has the queue of another version of vidgate. Run `npm run migrate` of this version, or start the other one.',
    )
  })
  return boss
}

/** Installs or migrates pg-boss' schema and the stage queues; part of the migration step, not of every start. */
export async function installQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'pgboss', supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const queue of QUEUES) await boss.createQueue(queue, STAGE_QUEUE)
  await boss.stop({ graceful: false })
}

/** The queues of an account's own workers, created before the first of them registers. */
export async function createAccountQueues(boss: PgBoss, accountId: string): Promise<void> {
  for (const stage of STAGES) await boss.createQueue(accountQueue(stage, accountId), STAGE_QUEUE)
}
