import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { type FleetWorker, readWorkers } from '../../src/fleet/workers.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { startQuickWorker, startQuickWorkerProcess } from '../support/worker.ts'
import { complete, create, createMany, forget, take, waitLonger } from '../workers/dispatch/work.ts'
import { admin } from './command.ts'

const gateway = await startTestGateway({}, { chores: ['reaper'] })
const { pool } = gateway.rooms.resources
const run = (...words: string[]) => admin({ DATABASE_URL: gateway.databaseUrl }, 'workers', ...words)

async function workerOf(id: string): Promise<FleetWorker | undefined> {
  return (await readWorkers(pool)).find((each) => each.id === id)
}

/** The cells of the line with this start. */
function cellsOf(output: string, ...first: string[]): string[] {
  const lines = output.split('\n').map((line) => line.split(/ {2,}/))
  return lines.find((cells) => first.every((word, index) => cells[index] === word)) ?? []
}

test('the list of workers explains what to do when it is empty', async () => {
  const { code, output } = await run()
  assert.equal(code, 0)
  assert.match(output, /^There is no worker.*`npm run worker`.*\n\nNothing is waiting, and nothing has run yet\.\n$/)
  const json = await run('--json')
  const { workers, queues } = JSON.parse(json.output)
  assert.deepEqual([workers, queues.length], [[], 16])
})

test('waiting, running and finished attempts are shown by stage and tier', async () => {
  const [first = '', second = ''] = await createMany(gateway, { n: 4 })
  const pro = await create(gateway, { service_tier: 'pro' })
  await waitLonger(gateway, [second], 125)
  const [claim] = [await take(gateway, 'encode')]
  assert.equal(claim?.taskId, pro)
  const standard = await take(gateway, 'encode')
  assert.equal(standard?.taskId, first)
  assert.ok(standard && (await complete(gateway, standard)))
  await pool.query(
    `update stage_attempt set claimed_at = finished_at - interval '4 seconds' where task_id = $1 and state = 'done'`,
    [first],
  )
  const { output } = await run()
  assert.match(cellsOf(output, 'encode', 'standard').slice(2, 5).join(), /^3,0,[2-9] min \d+ s$/)
  assert.deepEqual(cellsOf(output, 'encode', 'standard').slice(5), ['4.0 s', '4.0 s'])
  assert.deepEqual(cellsOf(output, 'encode', 'pro').slice(2), ['0', '1', '–', '–', '–'])
  assert.deepEqual(cellsOf(output, 'render', 'standard').slice(2, 4), ['1', '0'])
  assert.deepEqual(cellsOf(output, 'package', 'standard'), [])
  await forget(gateway)
})

test('a worker is shown as idle, busy, silent after a kill, and stopped', async () => {
  const worker = await startQuickWorkerProcess(gateway, {
    hangsIn: 'render',
    environment: { WORKER_CAPABILITIES: 'encode,render' },
  })
  const id = worker.ready
  await until(async () => (await workerOf(id))?.state === 'idle')
  const idle = await run()
  assert.match(cellsOf(idle.output, id).join(), new RegExp(`^${id},${hostname()},quick,shared,encode render,idle for `))
  const task = await create(gateway)
  await until(async () => (await workerOf(id))?.stage === 'render')
  const busy = await run()
  assert.match(cellsOf(busy.output, id)[5] ?? '', new RegExp(`^busy with render of ${task} for \\d`))
  assert.deepEqual(cellsOf(busy.output, id).slice(7), ['1', '0'])
  assert.match(busy.output, /\n1 busy, 0 idle, 0 silent \(no beat for 10 s\), 0 stopped;/)

  await worker.end('SIGKILL')
  await pool.query(`update worker set beat_at = beat_at - interval '11 seconds' where id = $1`, [id])
  await until(async () => (await workerOf(id))?.failedLastHour === 1)
  const silent = await workerOf(id)
  assert.deepEqual([silent?.state, silent?.stage, silent?.taskId], ['silent', null, null])
  assert.ok((silent?.beatAgeSeconds ?? 0) > 10)
  assert.match(cellsOf((await run()).output, id)[5] ?? '', /^silent for \d/)
  await pool.query(`update worker set beat_at = beat_at - interval '1 hour' where id = $1`, [id])
  assert.equal(await workerOf(id), undefined)

  await forget(gateway)
  const other = await startQuickWorker(gateway)
  await until(async () => (await workerOf(other.id))?.state === 'idle')
  await other.end()
  const json = JSON.parse((await run('--json')).output)
  assert.deepEqual(
    json.workers.map((each: FleetWorker) => [each.id, each.state, each.stage]),
    [[other.id, 'stopped', null]],
  )
})
