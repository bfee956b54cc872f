// PgBouncer itself in front of a database: what the product says to each of its modes, and that session mode works.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { explain } from '../../../src/lib/explain.ts'
import { createLog } from '../../../src/lib/log.ts'
import { assertSessions } from '../../../src/lib/pooler.ts'
import { listenOnce } from '../../../src/lib/port.ts'
import { findOsUser } from '../../../src/lib/postgres-install.ts'
import { openPool } from '../../../src/resources.ts'
import { callWith, startTestGateway } from '../../support/gateway.ts'
import { startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { command } from './support/process.ts'

// Gives an account; the processes of the test are others.
const gateway = await startTestGateway({}, { environment: {} })
const direct = new URL(gateway.databaseUrl)
direct.search = ''
const database = direct.pathname.slice(1)
const role = direct.username

const PARAMETERS = [
  'extra_float_digits',
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
]
const IGNORE = `ignore_startup_parameters = ${PARAMETERS.join(', ')}`

/** Starts PgBouncer. @returns the database's address through it */
async function bouncer(...settings: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-pgbouncer-'))
  const port = await listenOnce(0)
  const user = await findOsUser(folder)
  const target = `host=127.0.0.1 port=${direct.port}`
  const lines = [
    ...['[databases]', `${database} = ${target}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`],
    ...[
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${folder}/users`,
      'default_pool_size = 60',
      ...settings,
    ],
  ]
  await writeFile(join(folder, 'ini'), lines.join('\n'))
  await writeFile(join(folder, 'users'), `"${role}" "${direct.password}"\n`)
  if (user) for (const path of ['', 'ini', 'users']) await chown(join(folder, path), user.uid, user.gid)
  const child = spawn('pgbouncer', [join(folder, 'ini')], { ...user, stdio: 'ignore' })
  after(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const url = new URL(direct)
  url.port = `${port}`
  await until(async () => {
    const client = new pg.Client({ connectionString: url.href })
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
  return url.href
}

const REFUSES = /^DATABASE_URL names a connection pooler that refuses the start-up parameter /
const SHARES = /^DATABASE_URL names a connection pooler that changes connections between transactions/

const ENTRIES = [
  ['src/gateway-main.ts'],
  ['workers/worker-main.ts'],
  ['prisma/migrate-main.ts'],
  ['src/admin/main.ts', 'audit'],
]

/** Gateway, worker, migrate and admin end with one sentence. */
async function allRefuse(url: string, sentence: RegExp): Promise<void> {
  const environment = { DATABASE_URL: url, DATA_DIR: gateway.config.dataDir }
  for (const { isWell, output } of await Promise.all(ENTRIES.map((argv) => command(environment, ...argv)))) {
    assert.equal(isWell, false)
    assert.match(output, sentence)
    assert.equal(output.trimEnd().split('\n').length, 1, output)
  }
}

/** The same question in this process. */
async function refuses(url: string): Promise<unknown> {
  const pool = openPool(url, 2, createLog('silent', 'test'))
  try {
    return await assertSessions(pool).then(() => null, explain)
  } finally {
    await pool.end()
  }
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // The pooler may end first.
  client.on('error', () => {})
  await client.connect()
  after(() => client.end())
  return client
}

test('a pooler that refuses start-up parameters is named, and nothing starts', async () => {
  await allRefuse(await bouncer('pool_mode = session'), REFUSES)
  assert.match(`${await refuses(await bouncer('pool_mode = transaction'))}`, REFUSES)
})

test('transaction and statement mode are named, and nothing starts', async () => {
  await allRefuse(await bouncer('pool_mode = transaction', IGNORE), SHARES)
  for (const mode of ['transaction', 'statement']) {
    for (const more of ['server_round_robin = 1', 'default_pool_size = 1']) {
      assert.match(`${await refuses(await bouncer(`pool_mode = ${mode}`, IGNORE, more))}`, SHARES)
    }
  }
})

test('transaction mode loses notifications, prepared statements, settings and session locks', async () => {
  const url = await bouncer('pool_mode = transaction', IGNORE)
  const [one, other] = [await connect(url), await connect(url)]
  await one.query('listen news')
  let heard = 0
  one.on('notification', () => {
    heard += 1
  })
  await one.query({ name: 'same', text: 'select 1' })
  await assert.rejects(other.query({ name: 'same', text: 'select 1' }), /prepared statement "same" already exists/)
  await one.query("set lock_timeout = '17s'")
  assert.equal((await other.query('show lock_timeout')).rows[0].lock_timeout, '17s')
  await one.query('select pg_advisory_lock(1)')
  assert.equal((await other.query('select pg_try_advisory_lock(1) as got')).rows[0].got, true)
  await other.query('notify news')
  await one.query('select 1')
  assert.equal(heard, 0)
})

test('a session pool that drops the settings is named until the role has them; then everything works', async () => {
  const url = await bouncer('pool_mode = session', IGNORE)
  await allRefuse(url, /^The connections of DATABASE_URL lack enable_seqscan, lock_timeout, statement_timeout, idle_in/)
  const owner = await connect(direct.href)
  for (const setting of [
    'enable_seqscan = off',
    "lock_timeout = '30s'",
    "statement_timeout = '30s'",
    "idle_in_transaction_session_timeout = '5s'",
  ]) {
    await owner.query(`alter role "${role}" in database "${database}" set ${setting}`)
  }
  /** Sessions of Postgres that listen. */
  const listening = async () =>
    (
      await owner.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = $1 and query like 'listen %'",
        [database],
      )
    ).rows[0]?.count ?? 0
  const others = await listening()
  // Its connections to Postgres keep the old settings.
  const again = await bouncer('pool_mode = session', IGNORE)
  const ground = { ...gateway, databaseUrl: again }
  const pooled = await startProcess(ground, 'src/gateway-main.ts', { LOG_LEVEL: 'warn' })
  const worker = await startProcess(ground, 'test/support/quick-worker.ts', { LOG_LEVEL: 'warn' })
  const call = callWith(pooled.ready, gateway.key)
  const { body: video } = await call('POST', '/v1/videos', { prompt: 'a lake' })
  const { text } = await call('GET', `/v1/videos/${video.id}/events`)
  assert.match(text, /"status":"succeeded"/)
  assert.equal((await listening()) - others, 2)
  const audit = await command({ DATABASE_URL: again, DATA_DIR: gateway.config.dataDir }, 'src/admin/main.ts', 'audit')
  assert.match(audit.output, /no mismatch/)
  for (const { end } of [worker, pooled]) await end('SIGTERM')
  assert.deepEqual([...pooled.lines, ...worker.lines], [])
})
