import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { attemptsOf, create, ROOMY } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources

test('a starting gateway deletes expired rows and restarts lost stages', async () => {
  const id = await create(gateway)
  await pool.query(`update event set at = now() - interval '8 days'`)
  const ended = await create(gateway)
  assert.equal((await gateway.call('POST', `/v1/videos/${ended}/cancel`)).status, 200)
  await pool.query(
    `with old as (update task set completed_at = now() - interval '2 hours' where id = $1 returning id, account_id)
     insert into event (account_id, task_id, seq, kind, at, snapshot)
     select account_id, id, 100 + i, 'progress', now() - interval '3 hours', '{"status": "encoding"}'
     from old, generate_series(1, 3) i`,
    [ended],
  )
  await pool.query('delete from stage_attempt')
  await pool.query(
    `insert into idempotency_key (account_id, operation, key, body_hash, status, task_ids, created_at)
     values ('acc', 'video.create', 'old', '', 202, '{}', now() - interval '25 hours')`,
  )
  await pool.query(
    `insert into worker (id, capabilities, pool, engine, host, stopped_at)
     values ('wrk_old', '{encode}', 'shared', 'none', 'there', now() - interval '8 days')`,
  )
  await startSecondGateway(gateway, ['eventExpiry', 'keyExpiry', 'forgetting', 'lost'])
  await until(async () => {
    const { rows } = await pool.query(
      `select (select json_agg(kind order by kind) from event) as events, (select count(*)::int from idempotency_key) as keys,
         (select count(*)::int from worker) as workers`,
    )
    const [{ events, keys, workers }] = rows
    return `${events}` === 'cancelled,created,progress,requeued' && keys === 0 && workers === 0
  })
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 ready'])
})
