import type { Pool, PoolClient } from 'pg'
import { ConfigError } from '../config.ts'

/** Settings of a session that vidgate depends on, with the value that means "not set"; `openPool` sends them as start-up parameters. */
const NEEDED: readonly (readonly [name: string, unset: string])[] = [
  ['enable_seqscan', 'on'],
  ['lock_timeout', '0'],
  ['statement_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
]

const SESSION = `select pg_backend_pid() as pid, current_user as role, ${NEEDED.map(([name]) => `current_setting('${name}') as ${name}`).join()}`

const HOW = 'See docs/operating/postgres.md#poolers.'

/** A pooler that is busy with other clients shows itself in one of these. */
const ROUNDS = 5

/**
 * Checks that each connection of a pool is a session of Postgres: a pooler that changes connections between transactions would
 * run LISTEN, prepared statements, locks and settings in the sessions of other clients.
 * @param pool for at least two connections
 * @throws ConfigError what to set
 */
export async function assertSessions(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(SESSION)
    const session = rows[0] ?? {}
    // A pooler answers for many processes of Postgres, so it gives its clients other process ids.
    const isPooled = processOf(client) !== session['pid']
    if (isPooled && (await isShared(pool, client))) throw new ConfigError(SHARED)
    const problem = problemOfSettings(session)
    if (problem) throw new ConfigError(problem)
  } finally {
    client.release()
  }
}

const SHARED =
  'DATABASE_URL names a connection pooler that changes connections between transactions (PgBouncer: pool_mode = transaction). ' +
  'vidgate needs whole sessions, for LISTEN, prepared statements, settings and locks. Let DATABASE_URL name Postgres itself, or a ' +
  `pool with pool_mode = session. ${HOW}`

/** Settings that a pooler dropped: it ignores start-up parameters, and the role does not have them either. */
export function problemOfSettings(session: Readonly<Record<string, unknown>>): string | null {
  const missing = NEEDED.filter(([name, unset]) => session[name] === unset).map(([name]) => name)
  if (missing.length === 0) return null
  return (
    `The connections of DATABASE_URL lack ${missing.join(', ')}: a connection pooler ignores start-up parameters. Let DATABASE_URL ` +
    `name Postgres itself, or set them for the role ${session['role']} with ALTER ROLE. ${HOW}`
  )
}

/** A sentence for an error that a pooler answers itself; null for any other. */
export function problemOfPooler(code: unknown, message: string): string | null {
  if (code !== '08P01') return null
  const parameter = /^unsupported startup parameter(?: in options)?: (\S+)/.exec(message)?.[1]
  if (parameter) {
    return (
      `DATABASE_URL names a connection pooler that refuses the start-up parameter ${parameter}. Let DATABASE_URL name Postgres ` +
      'itself, or set ignore_startup_parameters in PgBouncer and the settings for the role with ALTER ROLE. ' +
      HOW
    )
  }
  if (/statement pooling mode/.test(message)) return SHARED
  if (!/query_wait_timeout/.test(message)) return null
  return `The connection pooler of DATABASE_URL had no free connection to Postgres. Raise its default_pool_size. ${HOW}`
}

function processOf(client: PoolClient): unknown {
  return (client as unknown as { processID: unknown }).processID
}

async function pidOf(client: PoolClient): Promise<unknown> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid
}

/** Whether two connections of the pooler share one of Postgres. */
async function isShared(pool: Pool, client: PoolClient): Promise<boolean> {
  const other = await pool.connect()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await pidOf(client)
      await other.query('begin')
      try {
        // In this order: a pooler with one connection would let the second question wait.
        if ((await pidOf(other)) === before || (await pidOf(client)) !== before) return true
      } finally {
        await other.query('rollback')
      }
    }
    return false
  } finally {
    other.release()
  }
}
