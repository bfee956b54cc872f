import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

/** Settles with a task's id when its row is committed, before any answer can be sent. */
async function firstTask(): Promise<string> {
  const client = new pg.Client({ connectionString: gateway.databaseUrl })
  await client.connect()
  after(() => client.end())
  for (;;) {
    const { rows } = await client.query('select id from task where account_id = $1', [gateway.accountId])
    if (rows[0]) return rows[0].id
  }
}

test('a key repeated after a gateway is killed between commit and answer gives the same task', async () => {
  const other = await startProcess(gateway, 'src/gateway-main.ts')
  const request = { prompt: 'a lake at sunset' }
  const headers = { 'idempotency-key': 'order-17' }
  const committed = firstTask()
  const answered = fetch(`${other.ready}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  }).catch(() => null)
  const taskId = await committed
  await other.end('SIGKILL')
  await answered

  const again = await gateway.call('POST', '/v1/videos', request, headers)
  assert.equal(again.status, 202)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.id, taskId)
  const { rows } = await pool.query(
    `select count(*)::int as freezes from ledger_entry where account_id = $1 and kind = 'freeze'`,
    [gateway.accountId],
  )
  assert.equal(rows[0].freezes, 1)
})
