import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { openListener } from '../../src/lib/listener.ts'
import { createLog } from '../../src/lib/log.ts'
import { createTestDatabase } from '../support/database.ts'

const { url: databaseUrl } = await createTestDatabase({ empty: true })
const listener = openListener(databaseUrl, createLog('silent', 'test'))
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
after(async () => {
  await listener.close()
  await client.end()
})

/** What was heard on a channel, and a way to wait for more of it. */
function ear(channel: string) {
  const heard: (string | null)[] = []
  let look = () => {}
  const stop = listener.on(channel, (payload) => {
    heard.push(payload)
    look()
  })
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => heard.length >= count && resolve()
      look()
    })
  return { heard, stop, until }
}

const sessions = async () => {
  const { rows } = await client.query(
    `select pid from pg_stat_activity where application_name = 'vidgate listen' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

test('channels share one connection, and each hears its own notifications only', async () => {
  const [first, twin] = [ear('first'), ear('first')]
  await Promise.all([first.until(1), twin.until(1)])
  const other = ear('other')
  await other.until(1)
  await client.query(`notify first, 'a'; notify other, 'b'; notify other`)
  await Promise.all([first.until(2), twin.until(2), other.until(3)])
  assert.equal((await sessions()).length, 1)
  // Each begins with a call without a payload; a channel that was listened to already is asked again.
  assert.deepEqual(
    first.heard.filter((payload) => payload !== null),
    ['a'],
  )
  assert.deepEqual(other.heard, [null, 'b', null])
  twin.stop()
  await client.query(`notify first, 'c'; notify other, 'd'`)
  await other.until(4)
  assert.equal(first.heard.at(-1), 'c')
  assert.equal(twin.heard.at(-1), 'a')
  first.stop()
  other.stop()
})

test('after a broken connection every channel is called, and hears again', async () => {
  const [one, two] = [ear('one'), ear('two')]
  await Promise.all([one.until(1), two.until(1)])
  const [pid] = await sessions()
  await client.query('select pg_terminate_backend($1)', [pid])
  await Promise.all([one.until(2), two.until(2)])
  await client.query(`notify one, 'again'; notify two, 'again'`)
  await Promise.all([one.until(3), two.until(3)])
  assert.deepEqual(one.heard, [null, null, 'again'])
  assert.deepEqual(two.heard, [null, null, 'again'])
  assert.equal((await sessions()).length, 1)
})
