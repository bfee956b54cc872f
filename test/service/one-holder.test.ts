import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { prepareDatabase } from '../../prisma/prepare.ts'
import { createTestDatabase, withServer } from '../support/database.ts'
import { newDataDir, npmStart } from '../support/npm-start.ts'

const countOf = (url: string, table: string) =>
  withServer(url, async (client) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0]?.n)

test('one of two concurrent npm start runs, and the other reports it and creates nothing', async () => {
  const [dataDir, { url }] = await Promise.all([newDataDir(), createTestDatabase()])
  const start = () => npmStart(dataDir, { DATABASE_URL: url })
  const both = await Promise.all([start(), start()])
  const addresses = await Promise.all(both.map(({ ready }) => ready))
  const winner = both[addresses.findIndex((address) => address !== null)]
  const loser = both[addresses.indexOf(null)]
  assert.ok(winner && loser, `both run: ${addresses}`)
  assert.equal(await loser.ended, 1)
  // Which of the two messages it prints depends on the progress of the other one.
  assert.match(
    loser.lines.join('\n'),
    /^(vidgate already runs on \S+ \(DATA_DIR\): |Another process already runs vidgate on )[^\n]+$/,
  )
  assert.equal(await countOf(url, 'account'), 1)

  const third = await start()
  assert.equal(await third.ended, 1)
  const address = addresses.find((each) => each !== null)
  assert.deepEqual(third.lines, [`vidgate already runs on ${dataDir} (DATA_DIR): ${address}`])

  // A killed process holds no lock.
  winner.child.kill('SIGKILL')
  await winner.ended
  const next = await start()
  assert.ok(await next.ready)
})

test('a taken port is reported before anything is created', async () => {
  const [dataDir, { url }] = await Promise.all([newDataDir(), createTestDatabase({ empty: true })])
  const taken = createServer().listen(0, '127.0.0.1')
  after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const start = await npmStart(dataDir, { DATABASE_URL: url, PORT: String(port) })
  assert.equal(await start.ended, 1)
  assert.deepEqual(start.lines, [
    `127.0.0.1:${port} is already in use. Set PORT to another port, or to 0 for any free one.`,
  ])
  assert.deepEqual(await readdir(dataDir), ['lock'])
  const tables = "pg_tables where schemaname in ('public', 'pgboss')"
  assert.equal(await countOf(url, tables), 0)
})

test('an unusable DATA_DIR is reported in one sentence', async () => {
  const start = await npmStart('/dev/null/data')
  assert.equal(await start.ended, 1)
  assert.match(start.lines.join('\n'), /^The folder \/dev\/null\/data \(DATA_DIR\) cannot be used: ENOTDIR[^\n]+$/)
})

test('one of two concurrent preparations of a database creates the first account', async () => {
  const { url } = await createTestDatabase({ empty: true })
  const keys = await Promise.all([prepareDatabase(url, null), prepareDatabase(url, null)])
  assert.equal(keys.filter((key) => key !== null).length, 1)
  assert.equal(await countOf(url, 'account'), 1)
})
