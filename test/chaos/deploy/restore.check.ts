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
import { corpus } from '../../support/material.ts'
import { type Ground, startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { postgresFolder, type SystemPostgres, startSystemPostgres } from './support/postgres.ts'
import { command } from './support/process.ts'

const KEY = 'vgk_restored1'
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
  command({ DATABASE_URL: urlOf(postgres, 'vidgate_owner'), SEED_API_KEY: KEY }, 'prisma/prepare.ts')

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

/** Webhooks that arrived; the receiver fails until it is told otherwise. */
const hooks: string[] = []
let hookStatus = 503
const receiver = createServer((request, response) => {
  hooks.push(`${request.headers['webhook-id']}`)
  response.writeHead(hookStatus).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => receiver.close())
const hookUrl = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`

type Call = ReturnType<typeof callWith>

interface Update {
  readonly taskId: string
  readonly cursor: string
  readonly skipped: boolean
  readonly task: { readonly status: string } | null
}

/** Changes of the account's stream over SSE, until one is accepted. */
async function updates(url: string, cursor: string | null, isLast: (update: Update) => boolean): Promise<Update[]> {
  const query = `subscription ($after: String) { tasksUpdated(after: $after) { taskId cursor skipped task { status } } }`
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { after: cursor } }),
    signal: AbortSignal.timeout(120_000),
  })
  const found: Update[] = []
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const update = line.startsWith('data: {') ? JSON.parse(line.slice(6)).data?.tasksUpdated : null
      if (!update) continue
      found.push(update)
      if (isLast(update)) return found
    }
  }
  assert.fail(`the stream ended: ${JSON.stringify(found)} ${text}`)
}

async function create(call: Call, more: object = {}): Promise<string> {
  const { status, body, text } = await call('POST', '/v1/videos', { prompt: 'a lake', webhook_url: hookUrl, ...more })
  assert.equal(status, 202, text)
  return body.id
}

const statusOf = async (call: Call, id: string) => (await call('GET', `/v1/videos/${id}`)).body.status
const ended = async (call: Call, id: string) => (await call('GET', `/v1/videos/${id}/events`)).text

async function upload(url: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'input_image')
  form.set('file', await corpus('photo-exif6.jpg'), 'photo.jpg')
  const answer = await fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form,
  })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { id: string }).id
}

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
await until(() => hooks.length >= 2)
const before = await updates(gateway.ready, null, ({ taskId }) => taskId === waiting)
const cursor = before.at(-1)?.cursor ?? null
const bytes = (
  await fetch(`${gateway.ready}/v1/videos/${done}/content`, { headers: { authorization: `Bearer ${KEY}` } })
).arrayBuffer()

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

test('the role of gateways and workers has the rights that they need, and no more', async () => {
  assert.deepEqual(logs, [])
})

test('a dump is refused until it is migrated on the new server; then every task, file and yuan is there', async () => {
  const second = await startSystemPostgres()
  const ground = groundOf(second, 'restored')
  await withRoles(second)
  await second.run('pg_restore', '-d', 'vidgate', '--exit-on-error', dump)
  const refused = await command({ DATABASE_URL: ground.databaseUrl, DATA_DIR: ground.config.dataDir }, GATEWAY)
  assert.match(refused.output, /^This database was restored from the dump of another Postgres.*npm run migrate/)
  const migrated = await migrate(second)
  assert.ok(migrated.isWell, migrated.output)
  for (const forbidden of [
    'create table more ()',
    'drop table task',
    'update ledger_entry set amount_micro = 0',
    'delete from ledger_entry',
    'update price_version set prices = prices',
    'select from _prisma_migrations',
    'create table pgboss.more ()',
  ]) {
    await assert.rejects(
      second.sql(`set role vidgate; ${forbidden}`, 'vidgate'),
      /permission denied|must be owner/,
      forbidden,
    )
  }
  const started = performance.now()
  const gateway = await startProcess(ground, GATEWAY, WEBHOOKS)
  const call = callWith(gateway.ready, KEY)
  assert.equal(await statusOf(call, done), 'succeeded')
  const content = await fetch(`${gateway.ready}/v1/videos/${done}/content`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  assert.deepEqual(Buffer.from(await content.arrayBuffer()), Buffer.from(await bytes))
  assert.equal((await call('GET', `/v1/videos/${lost}`)).status, 404)

  // Clients continue: the old cursors get the state, and then every change.
  const streams = [cursor, ahead].map(async (each) => {
    const seen = await updates(
      gateway.ready,
      each,
      ({ taskId, task }) => taskId === waiting && task?.status === 'SUCCEEDED',
    )
    assert.deepEqual([seen[0]?.skipped, seen.some(({ taskId }) => taskId === running)], [true, true])
  })
  const worker = await startProcess(ground, WORKER, { LOG_LEVEL: 'warn' })
  for (const id of [running, waiting]) assert.match(await ended(call, id), /"status":"succeeded"/)
  console.log(`running and waiting tasks ended ${Math.round((performance.now() - started) / 1000)} s after the start`)
  await Promise.all(streams)

  // A webhook that had failed before is delivered, with its id.
  const [id] = hooks
  hookStatus = 204
  await ask(second, "update webhook_delivery set next_try_at = now() where status = 'pending'")
  const tried = hooks.length
  await until(() => hooks.slice(tried).includes(`${id}`))

  const { body: credits } = await call('GET', '/v1/credits')
  assert.equal(credits.frozen_micro, 0)
  const [sums] = await ask<{ paid: string }>(second, 'select sum(amount_micro)::text as paid from task')
  assert.equal(credits.balance_micro, 1_000_000_000 - Number(sums?.paid))
  assert.match((await admin(ground, 'audit')).output, /no mismatch/)
  const account = await ask<{ id: string }>(second, 'select id from account')
  assert.equal((await admin(ground, 'account', 'topup', `${account[0]?.id}`, '1')).isWell, true)
  assert.equal((await admin(ground, 'price', 'set', 'generation.768p=0.5')).isWell, true)
  assert.equal((await admin(ground, 'restored')).isWell, true)
  const own = await startProcess(ground, WORKER, { WORKER_POOL: `${account[0]?.id}`, LOG_LEVEL: 'warn' })
  const dedicated = await create(call, { service_tier: 'dedicated' })
  assert.match(await ended(call, dedicated), /"status":"succeeded"/)
  assert.equal((await call('DELETE', `/v1/videos/${dedicated}`)).status, 200)
  for (const each of [own, worker, gateway]) {
    await each.end('SIGTERM')
    assert.deepEqual(
      each.lines.filter((line) => /42501|permission denied/.test(line)),
      [],
    )
  }
  await second.stop()
})

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
