import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { openPool, openResources } from '../../src/resources.ts'
import { assertSameFolder } from '../../src/storage/installation.ts'
import { createTestDatabase } from '../support/database.ts'
import { startTestGateway } from '../support/gateway.ts'
import { programOf } from '../support/joined.ts'
import { until } from '../support/until.ts'
import { startWorkerProcess } from '../support/worker.ts'
import { testFolder } from './storages.ts'

const DISK = { kind: 'disk' } as const
const folder = await testFolder()

/** A new database that no process has opened yet. */
async function newPool() {
  const pool = openPool((await createTestDatabase()).url, 8, createLog('silent', 'test'))
  after(() => pool.end())
  return pool
}

async function newFolder(name: string): Promise<string> {
  await mkdir(join(folder, name, 'objects'), { recursive: true })
  return join(folder, name)
}

test('a worker with another folder does not start, and names the setting to change', async () => {
  const gateway = await startTestGateway()
  const elsewhere = await newFolder('elsewhere')
  const program = await programOf('workers/worker-main.ts')
  const own = { ...process.env, ...program.environment }
  const env = { ...own, DATABASE_URL: gateway.databaseUrl, DATA_DIR: elsewhere, LOG_LEVEL: 'silent' }
  const child = fork(program.path, { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr ?? process.stdin)])
  assert.equal(code, 1)
  for (const word of ['DATA_DIR', 'S3_BUCKET', elsewhere, gateway.config.dataDir]) assert.ok(said.includes(word), said)
  assert.doesNotMatch(said, /\n\s+at /, 'an error for the operator has no stack')
  const { pool } = gateway.rooms.resources
  assert.deepEqual((await pool.query('select id from worker')).rows, [])

  const options = { name: 'other', databaseUrl: gateway.databaseUrl, poolSize: 1, supervise: false }
  await assert.rejects(openResources({ ...gateway.config, dataDir: elsewhere }, options), ConfigError)
  const same = await startWorkerProcess(gateway)
  await until(async () => (await pool.query('select id from worker')).rows[0]?.id === same.ready)
  await same.end('SIGTERM')
})

test('a folder is recognised under another path and after a move', async () => {
  const pool = await newPool()
  const first = await newFolder('first')
  await assertSameFolder(pool, DISK, first)
  await symlink(first, join(folder, 'linked'))
  await assertSameFolder(pool, DISK, join(folder, 'linked'))
  await rename(first, join(folder, 'moved'))
  await assertSameFolder(pool, DISK, join(folder, 'moved'))
  await cp(join(folder, 'moved'), join(folder, 'restored'), { recursive: true })
  await assertSameFolder(pool, DISK, join(folder, 'restored'))
  await assert.rejects(assertSameFolder(pool, DISK, await newFolder('empty')), ConfigError)
})

test('processes that start together with a new folder and database agree', async () => {
  const pool = await newPool()
  const together = await newFolder('together')
  await Promise.all(Array.from({ length: 16 }, () => assertSameFolder(pool, DISK, together)))
  assert.deepEqual(await readdir(join(together, 'objects')), ['.installation'])
  const { rows } = await pool.query("select value from setting where name = 'installation'")
  const id = await readFile(join(together, 'objects', '.installation'), 'utf8')
  assert.equal(JSON.parse(rows[0].value).id, id.trim())
})

test('one of two new folders that start together is refused', async () => {
  const pool = await newPool()
  const folders = await Promise.all(['left', 'right'].map(newFolder))
  const results = await Promise.allSettled(folders.map((each) => assertSameFolder(pool, DISK, each)))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('the mark file is not an object: it is neither listed nor swept', async () => {
  const { url: databaseUrl } = await createTestDatabase()
  const dataDir = await newFolder('marked')
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const resources = await openResources(config, { name: 'test', databaseUrl, poolSize: 1, supervise: false })
  after(() => resources.close())
  const { storage } = resources
  assert.deepEqual(await Array.fromAsync(storage.list('')), [])
  await storage.sweepTemporary(new Date(Date.now() + 24 * 3600 * 1000), 0)
  assert.deepEqual(await readdir(join(dataDir, 'objects')), ['.installation'])
})

test('a bucket needs no mark', async () => {
  const pool = await newPool()
  await assertSameFolder(pool, { kind: 's3' }, join(folder, 'one'))
  await assertSameFolder(pool, { kind: 's3' }, join(folder, 'two'))
  assert.deepEqual((await pool.query("select name from setting where name = 'installation'")).rows, [])
})
