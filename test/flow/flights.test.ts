import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { statement, transaction } from '../../src/lib/sql.ts'
import { liveWorkers } from '../../src/queue/routing.ts'
import type { Claim } from '../../src/stage/claim.ts'
import { reportDone } from '../../src/stage/report.ts'
import { parseTaskRequest } from '../../src/task/request.ts'
import { claimStage } from '../support/claim.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { resources, lanes } = gateway.rooms
const { pool } = resources

const RENAME = statement('test_rename')`update account set name = $2 where id = $1`
const ENABLE = statement('test_enable')`update account set status = $2 where id = $1`

/**
 * What `run` sends: one text for each flight, a run of messages that waits for no answer between.
 * @param first text of the first message of the connections that count: by default those of transactions
 */
async function flightsOf(run: () => Promise<unknown>, first = 'begin'): Promise<string[]> {
  const flights: string[][] = []
  const undo: (() => void)[] = []
  const watch = (client: PoolClient) => {
    const { stream } = (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
    const own: string[] = []
    let answered = true
    const write = stream.write
    stream.write = ((bytes: Buffer, ...more: []) => {
      if (answered) own.push('')
      own.push(own.pop() + bytes.toString('latin1'))
      answered = false
      return write.call(stream, bytes, ...more)
    }) as Socket['write']
    const onData = () => {
      answered = true
    }
    stream.on('data', onData)
    flights.push(own)
    undo.push(() => {
      stream.write = write
      stream.off('data', onData)
    })
  }
  pool.on('acquire', watch)
  try {
    await run()
  } finally {
    pool.off('acquire', watch)
    for (const each of undo.reverse()) each()
  }
  return flights.filter(([text]) => text?.includes(first)).flat()
}

async function nameAndStatus() {
  const { rows } = await pool.query('select name, status from account where id = $1', [gateway.accountId])
  return rows[0]
}

test('two sent statements, BEGIN and COMMIT are one flight', async () => {
  const rename = () =>
    transaction(pool, async (tx) => {
      tx.send(RENAME, [gateway.accountId, 'renamed'])
      tx.send(ENABLE, [gateway.accountId, 'active'])
    })
  const flights = await flightsOf(rename)
  assert.equal(flights.length, 1)
  assert.match(flights[0] ?? '', /begin.*test_rename.*test_enable.*commit/s)
  assert.deepEqual(await nameAndStatus(), { name: 'renamed', status: 'active' })
})

test('a sent statement that fails: the transaction fails with its error, and nothing is written', async () => {
  const before = await nameAndStatus()
  const failing = transaction(pool, async (tx) => {
    tx.send(RENAME, [gateway.accountId, 'lost'])
    tx.send(ENABLE, [gateway.accountId, null])
    tx.send(RENAME, [gateway.accountId, 'lost too'])
  })
  await assert.rejects(failing, { code: '23502', column: 'status' })
  assert.deepEqual(await nameAndStatus(), before)
})

test('a statement that fails after a sent one failed: the first error is thrown', async () => {
  const failing = transaction(pool, async (tx) => {
    tx.send(ENABLE, [gateway.accountId, null])
    await tx.run(RENAME, [gateway.accountId, 'lost'])
  })
  await assert.rejects(failing, { code: '23502', column: 'status' })
})

test('a create is two flights, with the jobs and COMMIT in the second', async () => {
  const request = parseTaskRequest({ prompt: 'a lake' }, null, gateway.config.webhook)
  const { accountId } = gateway
  const create = () => lanes.submit({ accountId, keyId: null, apiVersion: '2026-11-01', idempotency: null, request })
  await create()
  const created = await flightsOf(create)
  assert.equal(created.length, 2)
  assert.match(created[1] ?? '', /task_write.*foreign_.*commit/s)
})

test('a claim is one statement, and the report of a finished stage with the next claim is one flight', async () => {
  let claim: Claim | null = null
  const claimed = await flightsOf(async () => {
    claim = await claimStage(resources, 'encode', 'wrk_test')
  }, 'stage_claim')
  assert.equal(claimed.length, 1)
  assert.doesNotMatch(claimed[0] ?? '', /begin|commit|foreign_/)
  assert.ok(claim)
  const taker = { stages: ['render'], serves: { pool: 'shared', accelerates: false }, take() {} } as const
  const report = () => reportDone(resources, claim ?? assert.fail(), { key: 'made' }, taker)
  // The list of live workers is read at most once a second.
  await liveWorkers(pool)
  const reported = await flightsOf(report)
  assert.equal(reported.length, 1)
  assert.match(reported[0] ?? '', /begin.*task_hold.*stage_done.*stage_claim.*commit/s)
  assert.doesNotMatch(reported[0] ?? '', /foreign_/)
})
