// Backups of a running service, restored on other servers and folders. All processes use the roles of docs/operating/postgres.md.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { callWith } from '../../support/gateway.ts'
import { type Ground, startProcess, type TestProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { contentOf, createVideo, ended, KEY, statusOf, updates, upload } from './support/client.ts'
import { postgresFolder, type SystemPostgres, startSystemPostgres } from './support/postgres.ts'
import { command } from './support/process.ts'

const WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'warn' }
const [GATEWAY, WORKER] = ['src/gateway-main.ts', 'test/support/quick-worker.ts'] as const

const folder = await mkdtemp(join(tmpdir(), 'vidgate-restore-'))
after(() => rm(folder, { recursive: true, force: true }))

/** SQL of a section of the page: the text of its block. */
async function sqlOf(section: string): Promise<string> {
  const page = await readFile('docs/operating/postgres.md', 'utf8')
  return /```sql\n([^`]*)```/.exec(page.slice(page.indexOf(`\n## ${section}\n`)))?.[1] ?? assert.fail(section)
}

const urlOf = ({ port }: SystemPostgres, role: string) => `postgres://${role}@127.0.0.1:${port}/vidgate`
const groundOf = (postgres: SystemPostgres, dataDir: string): Ground => ({
  databaseUrl: urlOf(postgres, 'vidgate'),
  config: { dataDir: join(folder, dataDir) },
})
const admin = ({ databaseUrl }: Ground, ...words: string[]) =>
  command({ DATABASE_URL: databaseUrl }, 'src/admin/main.ts', ...words)
const migrate = (postgres: SystemPostgres) =>
  command({ DATABASE_URL: urlOf(postgres, 'vidgate_owner'), SEED_API_KEY: KEY }, 'prisma/migrate-main.ts')

async function withRoles(postgres: SystemPostgres): Promise<void> {
  await postgres.sql('create role vidgate_owner login; create role vidgate login')
  await postgres.sql('create database vidgate owner vidgate_owner')
}

async function ask<R extends object>(postgres: SystemPostgres, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: postgres.url('vidgate') })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Webhooks that arrived; the receiver fails until `hookStatus` changes. */
const hooks: string[] = []
let hookStatus = 503
const receiver = createServer((request, response) => {
  hooks.push(`${request.headers['webhook-id']}`)
  response.writeHead(hookStatus).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => receiver.close())
const hookUrl = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`

const create = (through: typeof call, more: object = {}) => createVideo(through, { webhook_url: hookUrl, ...more })

const first = await startSystemPostgres()
const original = groundOf(first, 'original')
await withRoles(first)
// Its transactions are far ahead of those of a new server.
await first.sql(
  'create table burnt (); do $$ begin for i in 1..20000 loop begin insert into burnt default values; exception when others then null; end; end loop; end $$',
)
const prepared = await migrate(first)
assert.ok(prepared.isWell, prepared.output)
await first.sql(`set role vidgate_owner; ${await sqlOf('Grants')}`, 'vidgate')

const gateway = await startProcess(original, GATEWAY, WEBHOOKS)
const call = callWith(gateway.ready, KEY)
const image = await upload(gateway.ready)
const worker = await startProcess(original, WORKER, { LOG_LEVEL: 'warn' })
const done = await create(call)
const withImage = { mode: 'image_to_video', input_image: image }
const doneToo = await create(call, withImage)
for (const id of [done, doneToo]) assert.match(await ended(call, id), /"status":"succeeded"/)
await worker.end('SIGTERM')
const hanging = await startProcess(original, WORKER, { HANGS_IN: 'render' })
const running = await create(call, withImage)
await until(async () => (await statusOf(call, running)) === 'rendering')
const waiting = await create(call)
await until(async () => hooks.length >= 2)
const before = await updates(gateway.ready, null, ({ taskId }) => taskId === waiting)
const cursor = before.at(-1)?.cursor ?? null
const bytes = await contentOf(gateway.ready, done)

// The database first, then the storage, while the service runs.
const dump = join(first.folder, 'vidgate.dump')
await first.run('pg_dump', '-Fc', '-f', dump, 'vidgate')
const base = await postgresFolder()
await first.run('pg_basebackup', '-D', join(base.folder, 'base'), '-X', 'stream', '-c', 'fast')
for (const name of ['restored', 'physical']) await cp(original.config.dataDir, join(folder, name), { recursive: true })

const lost = await create(call)
const ahead = (await updates(gateway.ready, cursor, ({ taskId }) => taskId === lost)).at(-1)?.cursor ?? null
for (const { end } of [gateway, hanging]) await end('SIGKILL')
const logs = [...gateway.lines, ...worker.lines].filter((line) => line.includes('42501'))
await first.stop()

test('the role of gateways and workers has the rights that they need', () => assert.deepEqual(logs, []))

const second = await startSystemPostgres()
const ground = groundOf(second, 'restored')
const FORBIDDEN = [
  'create table more ()',
  'drop table task',
  'update ledger_entry set amount_micro = 0',
  'delete from ledger_entry',
  'update price_version set prices = prices',
  'select from _prisma_migrations',
  'create table pgboss.more ()',
]

test('a dump is refused until it is migrated on the new server', async () => {
  await withRoles(second)
  await second.run('pg_restore', '-d', 'vidgate', '--exit-on-error', dump)
  const refused = await command({ DATABASE_URL: ground.databaseUrl, DATA_DIR: ground.config.dataDir }, GATEWAY)
  assert.match(refused.output, /^This database was restored from the dump of another Postgres.*npm run migrate/)
  const migrated = await migrate(second)
  assert.ok(migrated.isWell, migrated.output)
})

test('the role of gateways and workers cannot change the ledger or the schema', async () => {
  for (const forbidden of FORBIDDEN) {
    const tried = second.sql(`set role vidgate; ${forbidden}`, 'vidgate')
    await assert.rejects(tried, /permission denied|must be owner/, forbidden)
  }
})

test('everything continues on the new server', async (t) => {
  // Processes end with the test that started them.
  const gateway = await startProcess(ground, GATEWAY, WEBHOOKS)
  const again = callWith(gateway.ready, KEY)
  const streams = [cursor, ahead].map((each) =>
    updates(gateway.ready, each, ({ taskId, task }) => taskId === waiting && task?.status === 'SUCCEEDED'),
  )
  const worker = await startProcess(ground, WORKER, { LOG_LEVEL: 'warn' })
  await t.test('ended tasks, running and waiting ones, streams and files', async () => {
    await tasksContinue(gateway.ready, again)
    for (const seen of await Promise.all(streams)) {
      assert.deepEqual([seen[0]?.skipped, seen.some(({ taskId }) => taskId === running)], [true, true])
    }
  })
  await t.test('a webhook that had failed before is delivered, with its id', hooksContinue)
  await t.test('the money is right, and operators and own workers have their rights', () =>
    paid(again, [worker, gateway]),
  )
  await second.stop()
})

async function tasksContinue(url: string, again: typeof call): Promise<void> {
  assert.equal(await statusOf(again, done), 'succeeded')
  assert.deepEqual(await contentOf(url, done), bytes)
  assert.equal((await again('GET', `/v1/videos/${lost}`)).status, 404)
  const started = performance.now()
  for (const id of [running, waiting]) assert.match(await ended(again, id), /"status":"succeeded"/)
  console.log(`running and waiting tasks ended ${Math.round((performance.now() - started) / 1000)} s after the start`)
}

async function hooksContinue(): Promise<void> {
  hookStatus = 204
  await ask(second, "update webhook_delivery set next_try_at = now() where status = 'pending'")
  const tried = hooks.length
  await until(async () => hooks.slice(tried).includes(`${hooks[0]}`))
}

async function paid(again: typeof call, processes: readonly TestProcess[]): Promise<void> {
  const { body: credits } = await again('GET', '/v1/credits')
  assert.equal(credits.frozen_micro, 0)
  const [sums] = await ask<{ paid: string }>(second, 'select sum(amount_micro)::text as paid from task')
  assert.equal(credits.balance_micro, 1_000_000_000 - Number(sums?.paid))
  const [account] = await ask<{ id: string }>(second, 'select id from account')
  assert.match((await admin(ground, 'audit')).output, /no mismatch/)
  const commands = [['account', 'topup', `${account?.id}`, '1'], ['price', 'set', 'generation.768p=0.5'], ['restored']]
  for (const argv of commands) assert.deepEqual((await admin(ground, ...argv)).isWell, true, argv.join(' '))
  const own = await startProcess(ground, WORKER, { WORKER_POOL: `${account?.id}`, LOG_LEVEL: 'warn' })
  const dedicated = await create(again, { service_tier: 'dedicated' })
  assert.match(await ended(again, dedicated), /"status":"succeeded"/)
  const deleted = await again('DELETE', `/v1/videos/${dedicated}`)
  assert.ok(deleted.status < 300, deleted.text)
  for (const each of [own, ...processes]) {
    await each.end('SIGTERM')
    const denied = each.lines.filter((line) => /42501|permission denied/.test(line))
    assert.deepEqual(denied, [])
  }
}

test('a copy of the server’s files continues, and says of each missing file what is missing', async () => {
  const third = await startSystemPostgres({}, async (data) => {
    execFileSync('cp', ['-a', join(base.folder, 'base'), data])
  })
  const ground = groundOf(third, 'physical')
  assert.equal((await admin(ground, 'restored')).isWell, true)
  const objects = join(ground.config.dataDir, 'objects')
  execFileSync('find', [objects, '-type', 'f', '-not', '-name', '.installation', '-delete'])
  const gateway = await startProcess(ground, GATEWAY, WEBHOOKS)
  const call = callWith(gateway.ready, KEY)
  const missing = await call('GET', `/v1/videos/${done}/content`)
  console.log(`a video without its file: ${missing.status} ${missing.text.slice(0, 300)}`)
  assert.ok([404, 410].includes(missing.status), missing.text)
  const seen = updates(gateway.ready, ahead, ({ taskId, task }) => taskId === waiting && task?.status === 'SUCCEEDED')
  const worker = await startProcess(ground, WORKER, { LOG_LEVEL: 'warn' })
  assert.match(await ended(call, waiting), /"status":"succeeded"/)
  assert.equal((await seen)[0]?.skipped, true)
  const end = await ended(call, running)
  console.log(`a task without its upload: ${end.trimEnd().split('\n').at(-1)?.slice(0, 600)}`)
  assert.match(end, /"status":"failed"/)
  assert.equal((await call('GET', '/v1/credits')).body.frozen_micro, 0)
  assert.match((await admin(ground, 'audit')).output, /no mismatch/)
  for (const each of [worker, gateway]) await each.end('SIGTERM')
  await third.stop()
})
