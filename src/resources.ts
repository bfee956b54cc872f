import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { type Prisma, PrismaClient } from '../prisma/client/client.ts'
import { type Config, ConfigError } from './config.ts'
import { DatabaseClient } from './lib/database-client.ts'
import { type Listener, openListener } from './lib/listener.ts'
import { createLog, type Log } from './lib/log.ts'
import { watchDatabase } from './lib/outage.ts'
import { assertSessions } from './lib/pooler.ts'
import { LOCK_WAIT_MS } from './lib/sql.ts'
import { openTracing } from './lib/trace.ts'
import { isForeign } from './push/restored.ts'
import { openBoss } from './queue/boss.ts'
import { createHints, type Hints } from './queue/hints.ts'
import { assertSameFolder } from './storage/installation.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'

/** What the rooms need from outside; opened once a process, closed in reverse. */
export interface Resources {
  readonly config: Config
  readonly log: Log
  /** Pipelining pool for the rooms' own SQL; int8 reads as bigint. */
  readonly pool: pg.Pool
  /** Schema, reads and rare writes; never money (docs/decisions/money.md#no-money-through-prisma). */
  readonly prisma: PrismaClient
  readonly boss: PgBoss
  readonly storage: Storage
  readonly hints: Hints
  /** Its connection is made when it is first used. */
  readonly listener: Listener
  close(): Promise<void>
}

/**
 * Every role ends a transaction that its client left open, which would hold up the event log. Waits for a locked row or for a
 * connection are short; the caller gets 503 and retries. Idle connections are kept, because a new one has to plan all its statements
 * (docs/operating/postgres.md#connections).
 */
const SESSION = {
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 600_000,
  keepAlive: true,
  lock_timeout: LOCK_WAIT_MS,
  idle_in_transaction_session_timeout: 5000,
  statement_timeout: 30_000,
}

/**
 * The rooms' statements are prepared once a connection and each has its index. Planned while a table is small they would read
 * it whole, and go on doing so while it grows: creates at half their rate, in the first minutes of a database.
 */
const INDEXED = '-c enable_seqscan=off'

/** Only the verifier reads the hash of a key. */
const OMIT: Prisma.GlobalOmitConfig = { apiKey: { hash: true } }

const FOREIGN =
  'This database was restored from the dump of another Postgres, whose transactions its event log still names. ' +
  'Run `npm run migrate`, which corrects the log, then start again.'

const INT8 = 20

/** Per pool: `pg.types.setTypeParser` would reach Prisma's connections too. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export function openPool(databaseUrl: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: databaseUrl, Client: DatabaseClient, max },
    ...{ pipeline: true, types, options: INDEXED, ...SESSION },
  })
  // Without a handler a restart of Postgres would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // The pool hears of idle ones only: one that breaks between two statements of a transaction would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke'))
  })
  return pool
}

/**
 * Opens the pools, the queue and the storage.
 * @param supervise whether this process runs pg-boss' maintenance (gateways do, workers do not)
 */
export async function openResources(
  config: Config,
  options: { name: string; databaseUrl: string; poolSize: number; supervise: boolean },
): Promise<Resources> {
  const log = createLog(config.logLevel, options.name)
  const pool = openPool(options.databaseUrl, options.poolSize, log)
  const storage = await openPrepared(pool, config).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const readPool = new pg.Pool({ connectionString: options.databaseUrl, Client: DatabaseClient, max: 4, ...SESSION })
  readPool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  const unwatch = watchDatabase(log, () => readPool.query('select 1'))
  const prisma: PrismaClient = new PrismaClient({ adapter: new PrismaPg(readPool), omit: OMIT })
  // Not on the rooms' pool: it looks up a queue that it does not know yet in the middle of a transaction of theirs, and would
  // wait for a connection that such transactions hold.
  const boss = await openBoss(readPool, log, options.supervise)
  const hints = createHints(pool, log)
  const listener = openListener(options.databaseUrl, log)
  const tracing = await openTracing(config.traces, `vidgate-${options.name}`, log)
  return {
    config,
    log,
    pool,
    prisma,
    boss,
    storage,
    hints,
    listener,
    async close() {
      const traced = tracing.close()
      unwatch()
      await listener.close()
      await hints.close()
      await boss.stop({ graceful: false })
      await prisma.$disconnect()
      await readPool.end()
      await pool.end()
      await traced
    },
  }
}

/** The storage, once database and storage are what this process needs. @throws ConfigError */
async function openPrepared(pool: pg.Pool, config: Config): Promise<Storage> {
  await assertSessions(pool)
  await assertPrepared(pool)
  const storage = await openStorage(config)
  await assertSameFolder(pool, storage, config.dataDir)
  return storage
}

async function assertPrepared(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    "select to_regclass('pgboss.queue') is not null and to_regclass('task') is not null as done",
  )
  if (!rows[0]?.done) throw new ConfigError('The database is not prepared; run `npm run migrate` first.')
  if (await isForeign(pool)) throw new ConfigError(FOREIGN)
}
