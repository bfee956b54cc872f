import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf, complete, endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 }, WITH_DOOR)
const { pool } = gateway.rooms.resources
const ask = operatorOf(gateway)

const HISTORY = `{ history { since created succeeded failed cancelled waiting running
  stages { stage waitP50Seconds runP50Seconds } } }`

const read = async () => (await ask(HISTORY)).history

/** A time in the middle of a minute that began so many minutes before the current one, and its place in a history. */
async function ago(minutes: number) {
  const text = `date_trunc('minute', now()) - interval '${minutes} minutes' + interval '30 seconds'`
  const { rows } = await pool.query(`select ${text} as at`)
  const at: Date = rows[0].at
  return { at, in: ({ since }: { since: string }) => Math.floor((at.getTime() - Date.parse(since)) / 60_000) }
}

/** The minutes with a number other than zero. */
const counted = (list: readonly number[]) => list.flatMap((count, minute) => (count === 0 ? [] : [[minute, count]]))

async function setTask(id: string, created: Date, completed: Date | null) {
  await pool.query('update task set created_at = $2, completed_at = $3 where id = $1', [id, created, completed])
}

test('before anything has happened, the history is three hours of zeros that end with the current minute', async () => {
  const history = await read()
  const zeros = Array(180).fill(0)
  const { created, succeeded, failed, cancelled, waiting, running } = history
  assert.deepEqual(
    { created, succeeded, failed, cancelled, waiting, running },
    { created: zeros, succeeded: zeros, failed: zeros, cancelled: zeros, waiting: zeros, running: zeros },
  )
  assert.deepEqual(
    history.stages.map(({ stage }: { stage: string }) => stage),
    ['encode', 'render', 'upscale', 'package'],
  )
  assert.ok(
    history.stages.every(({ runP50Seconds }: { runP50Seconds: unknown[] }) => runP50Seconds.every((x) => x === null)),
  )
  const { rows } = await pool.query(`select date_trunc('minute', now()) as now`)
  const minutes = (rows[0].now.getTime() - Date.parse(history.since)) / 60_000
  assert.ok(minutes === 179 || minutes === 180, String(minutes))
})

test('tasks are counted in the minutes in which they were created and ended, by how they ended', async () => {
  const [longAgo, first, second] = [await ago(300), await ago(100), await ago(40)]
  const ended = {
    succeeded: await endedTask(gateway, 'succeeded'),
    failed: await endedTask(gateway, 'failed'),
    rejected: await endedTask(gateway, 'rejected'),
    cancelled: await endedTask(gateway, 'cancelled'),
  }
  for (const id of Object.values(ended)) await setTask(id, first.at, second.at)
  await setTask(ended.cancelled, longAgo.at, first.at)
  await pool.query("update stage_attempt set finished_at = now() - interval '4 hours'")
  const history = await read()
  assert.deepEqual(counted(history.created), [[first.in(history), 3]])
  assert.deepEqual(counted(history.succeeded), [[second.in(history), 1]])
  assert.deepEqual(counted(history.failed), [[second.in(history), 2]])
  assert.deepEqual(counted(history.cancelled), [[first.in(history), 1]])
})

test('a stage waits from ready to its claim and runs to its end, also if it began before or has not ended', async () => {
  const [before, ready, claimed, done] = [await ago(500), await ago(120), await ago(110), await ago(90)]
  const create = async () => (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body.id
  const finished = await create()
  await complete(gateway, await claimOf(gateway, finished, 'encode'))
  await pool.query(
    `update stage_attempt set ready_at = $2, claimed_at = $3, finished_at = $4 where task_id = $1 and stage = 'encode'`,
    [finished, ready.at, claimed.at, done.at],
  )
  // Its next stage has waited since then.
  await pool.query(`update stage_attempt set ready_at = $2 where task_id = $1 and stage = 'render'`, [
    finished,
    done.at,
  ])
  const running = await create()
  await claimOf(gateway, running, 'encode')
  await pool.query('update stage_attempt set ready_at = $2, claimed_at = $3 where task_id = $1', [
    running,
    before.at,
    claimed.at,
  ])

  const history = await read()
  const [at120, at110, at90] = [ready.in(history), claimed.in(history), done.in(history)]
  const expected = (minute: number) => ({
    waiting: Number(minute < at110) + Number(minute >= at120 && minute < at110) + Number(minute >= at90),
    running: Number(minute >= at110) + Number(minute >= at110 && minute < at90),
  })
  const minutes = Array.from({ length: 180 }, (_, minute) => minute)
  assert.deepEqual(
    history.waiting,
    minutes.map((minute) => expected(minute).waiting),
  )
  assert.deepEqual(
    history.running,
    minutes.map((minute) => expected(minute).running),
  )
  const [encode] = history.stages
  assert.deepEqual([encode.waitP50Seconds[at90], encode.runP50Seconds[at90]], [600, 1200])
  assert.equal(encode.runP50Seconds[at110], null)
})

test('with more attempts than are read, the history begins later and is right from there on', async () => {
  const { rows } = await pool.query(`select task_id from stage_attempt where stage = 'encode' limit 1`)
  const old = await ago(60)
  await pool.query(
    `insert into stage_attempt (task_id, account_id, stage, number, state, ready_at, claimed_at, finished_at)
     select $1, '', 'package', 100 + n, 'done', $2::timestamptz, $2, $2 + n * interval '0.2 seconds'
     from generate_series(1, 12000) n`,
    [rows[0].task_id, old.at],
  )
  const history = await read()
  const cut = (Date.parse(history.since) - old.at.getTime()) / 1000
  // The oldest 2,000 ended within 400 s; the minute that is read in part is left out.
  assert.ok(cut > 400 && cut <= 460, String(cut))
  assert.equal(history.waiting.length, history.created.length)
  assert.deepEqual(history.running.at(-1), 1)
})
