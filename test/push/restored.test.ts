import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareDatabase } from '../../prisma/prepare.ts'
import { ConfigError } from '../../src/config.ts'
import { startGateway } from '../../src/gateway.ts'
import { openPosition, sealPosition } from '../../src/push/position.ts'
import { admin } from '../admin/command.ts'
import { CHANGE } from '../chaos/feed/ground.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { openAccount, shown } from './account.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway({}, { environment: {} })
const { pool } = gateway.rooms.resources
const account = await openAccount(gateway)
const environment = { DATABASE_URL: gateway.databaseUrl }

/** Transactions that this Postgres will not reach. */
const AHEAD = 2_000_000_000n

const xids = async () => (await pool.query('select xid::text::bigint as xid from event order by id')).rows
const cursorOf = async (stream = account.stream()) => {
  const { value } = await stream.next()
  await stream.return?.()
  return value.cursor as string
}

test('the log of another Postgres is refused by gateways, corrected by migrate, and continued', async () => {
  const id = await account.create()
  await pool.query(CHANGE, [id])
  await pool.query(`update event set xid = (xid::text::bigint + ${AHEAD})::text::xid8`)
  const foreign = await xids()
  await assert.rejects(
    startGateway({ ...gateway.config, publicUrl: null }, gateway.databaseUrl, { chores: [] }),
    (error) => error instanceof ConfigError && /restored from the dump.*npm run migrate/.test(error.message),
  )
  assert.deepEqual(await xids(), foreign)

  await prepareDatabase(gateway.databaseUrl, null)
  assert.ok((await xids()).every(({ xid }) => xid === 1n))
  await pool.query(CHANGE, [id])
  const kept = await xids()
  await prepareDatabase(gateway.databaseUrl, null)
  assert.deepEqual(await xids(), kept)

  const restarted = await openAccount(await startSecondGateway(gateway))
  const other = await restarted.create()
  const seen = collect(restarted.stream())
  await seen.until(1)
  await seen.close()
  await pool.query(CHANGE, [other])
  const again = collect(restarted.stream(seen.items[0]?.cursor))
  assert.deepEqual((await again.until(1)).map(shown), [[other, 2, 'queued', false]])
  await again.close()
})

test('a cursor of transactions that this Postgres has not begun gets the current state', async () => {
  const id = await account.create()
  const name = `account ${account.caller.accountId}`
  const position = openPosition(name, await cursorOf())
  const ahead = sealPosition(name, {
    ...position,
    at: BigInt(Math.floor(Date.now() / 1000)),
    mark: position.mark + AHEAD,
  })
  const stream = collect(account.stream(ahead))
  const [first] = await stream.until(1)
  assert.equal(first?.skipped, true)
  await stream.close()
  await account.cancel(id)
})

test('after `admin restored` cursors of before get the current state, and later ones resume', async () => {
  const fresh = await openAccount(gateway)
  const id = await fresh.create()
  const before = await cursorOf(fresh.stream())
  const resumed = collect(fresh.stream(before))
  await pool.query(CHANGE, [id])
  assert.deepEqual((await resumed.until(1)).map(shown), [[id, 2, 'queued', false]])
  await resumed.close()

  const events = await xids()
  const { code, output } = await admin(environment, 'restored')
  assert.deepEqual([code, output.split('\n').length], [0, 2])
  assert.deepEqual(await xids(), events)
  // The clock of the setting has seconds.
  await pool.query(`update setting set value = (value::bigint + 1)::text where name = 'log_restored_at'`)
  const state = collect(fresh.stream(before))
  assert.deepEqual((await state.until(1)).map(shown), [[id, 2, 'queued', true]])
  await state.close()

  const { at } = openPosition(`account ${fresh.caller.accountId}`, before)
  await pool.query(`update setting set value = $1 where name = 'log_restored_at'`, [String(at - 1n)])
  const later = collect(fresh.stream(before))
  assert.deepEqual((await later.until(1)).map(shown), [[id, 2, 'queued', false]])
  await later.close()
})
