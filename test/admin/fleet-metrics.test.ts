import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAPABILITIES } from '../../src/config.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { hire } from '../workers/dispatch/crew.ts'
import { ALL, complete, create, createMany, forget, take, workUpTo } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway()
const other = await startSecondGateway(gateway)
const { pool } = gateway.rooms.resources

/** The series of a gateway's metrics, and their text. */
async function scrape({ url }: TestGateway = gateway) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (line: string) => {
    const found = text.split('\n').find((each) => each.startsWith(`${line} `))
    return found === undefined ? null : Number(found.slice(line.length + 1))
  }
  return { text, value }
}

const both = () => Promise.all([scrape(gateway), scrape(other)])

async function sum(line: string): Promise<number> {
  return (await both()).reduce((all, { value }) => all + (value(line) ?? 0), 0)
}

/** Scrapes until the gateways together have reported this number; a scrape is at most a second old. */
async function untilSum(line: string, count: number): Promise<void> {
  await until(async () => (await sum(line)) >= count)
  assert.equal(await sum(line), count)
}

test('every gateway reports the same queues, and empty queues as zero', async () => {
  const before = await scrape()
  assert.equal(before.value('vidgate_stage_ready{stage="package",tier="dedicated"}'), 0)
  assert.equal(before.value('vidgate_stage_running{stage="upscale"}'), 0)
  assert.equal(before.value('vidgate_workers{pool="shared",state="idle"}'), 0)
  await createMany(gateway, { n: 4, service_tier: 'draft' })
  await take(gateway, 'encode')
  const line = 'vidgate_stage_ready{stage="encode",tier="draft"}'
  await until(async () => (await both()).every(({ value }) => value(line) === 3))
  await until(async () => (await both()).every(({ value }) => value('vidgate_stage_running{stage="encode"}') === 1))
  await forget(gateway)
})

test('each run is counted by exactly one gateway, however often metrics are scraped', async () => {
  const before = await sum('vidgate_stage_attempts_total{stage="render",outcome="done"}')
  assert.equal(before, 0)
  for (let each = 0; each < 3; each++) {
    const id = await create(gateway)
    const last = await workUpTo(gateway, id, 'package')
    assert.ok(await complete(gateway, last))
  }
  await untilSum('vidgate_stage_attempts_total{stage="render",outcome="done"}', 3)
  await untilSum('vidgate_stage_attempts_total{stage="package",outcome="done"}', 3)
  assert.equal(await sum('vidgate_stage_run_seconds_count{stage="render",outcome="done"}'), 3)
  assert.equal(await sum('vidgate_stage_wait_seconds_count{stage="package",tier="standard"}'), 3)
  // One was abandoned while it ran, and three were never claimed.
  assert.equal(await sum('vidgate_stage_attempts_total{stage="encode",outcome="cancelled"}'), 1)
})

test('second tries are counted by outcome', async () => {
  const ended = async (hedge: string) => {
    const id = await create(gateway)
    const claim = await workUpTo(gateway, id, 'render')
    await pool.query(`update stage_attempt set hedge = true where task_id = $1 and stage = 'render'`, [id])
    if (hedge === 'won') assert.ok(await complete(gateway, claim))
    else if (hedge === 'unused') {
      await pool.query(`update stage_attempt set claimed_at = null where task_id = $1 and state = 'running'`, [id])
    }
    await forget(gateway)
  }
  for (const each of ['won', 'lost', 'unused']) await ended(each)
  for (const each of ['won', 'lost', 'unused']) await untilSum(`vidgate_hedges_total{outcome="${each}"}`, 1)
})

test('workers are counted by pool and state, an account’s own workers without their name', async () => {
  const worker = await hire(gateway, CAPABILITIES, gateway.accountId)
  const line = 'vidgate_workers{pool="dedicated",state="idle"}'
  await until(async () => (await scrape()).value(line) === 1)
  await worker.vanish()
  await until(async () => (await scrape()).value('vidgate_workers{pool="dedicated",state="silent"}') === 1)
  const { text, value } = await scrape()
  assert.equal(value(line), 0)
  for (const secret of ['acc_', 'vid_', 'wrk_', gateway.key]) assert.ok(!text.includes(secret), secret)
  assert.equal(await take(gateway, ALL), null)
})
