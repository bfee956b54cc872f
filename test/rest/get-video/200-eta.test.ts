import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { create, ROOMY, workUpTo } from '../../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources

/** Durations of a finished task's stages, in seconds. */
const TOOK = { encode: 1, render: 8, upscale: 100, package: 8 }

async function attach(id: string, capabilities: readonly string[]): Promise<void> {
  await pool.query(
    `insert into worker (id, capabilities, pool, engine, host, started_at, beat_at)
     values ($1, $2, 'shared', 'none', 'there', now(), now() + interval '1 hour')`,
    [id, capabilities],
  )
}

async function etaOf(id: string): Promise<number | null> {
  return (await gateway.call('GET', `/v1/videos/${id}`)).body.queue.eta_seconds
}

test('the estimate counts the workers that can make a task, their other work and their learned times', async () => {
  const past = await create(gateway, { resolution: '2k' })
  await workUpTo(gateway, past, 'package')
  const [first, second] = [await create(gateway), await create(gateway)]
  assert.equal(await etaOf(second), null)
  await pool.query(
    `update stage_attempt set state = 'done', finished_at = claimed_at + make_interval(secs => ($2::jsonb->>stage)::float8)
     where task_id = $1`,
    [past, TOOK],
  )

  // A worker of all stages finishes one task after the other, each in 1 + 8 + 2 seconds: its files have a quarter of the pixels of the 2k task.
  await attach('wrk_all', ['encode', 'render', 'upscale', 'package'])
  await until(async () => (await etaOf(first)) === 11 && (await etaOf(second)) === 22)

  // Another worker encodes the second task beside it.
  await attach('wrk_encodes', ['encode'])
  await until(async () => (await etaOf(first)) === 11 && (await etaOf(second)) === 21)
})
