import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Stage } from '../../../src/queue/catalog.ts'
import { openResources } from '../../../src/resources.ts'
import type { Engine } from '../../../workers/engine/engine.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { startWorker } from '../../../workers/worker.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { atMost } from '../../support/rounds.ts'
import { until } from '../../support/until.ts'
import { entriesOf, ROOMY } from '../dispatch/work.ts'
import {
  allGone,
  attemptsOf,
  cloggedPicture,
  finishAll,
  STAGES,
  startStuckWorker,
  taskBefore,
  untilStuck,
} from './stuck.ts'

const gateway = await startTestGateway(ROOMY)
const TAKEN_OVER_MS = atMost(5000)

/** Never done; stops on its signal. */
const hang = (_input: unknown, signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const idler: Engine = { ...proceduralEngine(), encode: hang, render: hang, upscale: hang, package: hang }

async function startSuccessor(stage: Stage) {
  const { databaseUrl } = gateway
  const resources = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 4, supervise: false })
  const worker = startWorker(resources, { engine: idler, capabilities: [stage], pool: 'shared' })
  after(async () => {
    await worker.close(0)
    await resources.close()
  })
  return worker
}

test('stages of killed workers are taken over within five seconds, and their children end with them', async () => {
  const picture = await cloggedPicture(gateway)
  const tasks = new Map<Stage, string>()
  for (const stage of STAGES.toReversed()) {
    const body = stage === 'encode' ? { mode: 'image_to_video', input_image: picture.id } : {}
    tasks.set(stage, await taskBefore(gateway, stage, body))
  }
  const workers = await Promise.all(STAGES.map((stage) => startStuckWorker(gateway, stage)))
  await untilStuck(gateway, tasks, workers)
  await picture.replace()
  const successors = new Map(
    await Promise.all(STAGES.map(async (stage) => [stage, await startSuccessor(stage)] as const)),
  )
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')))

  for (const { stage, ready } of workers) {
    const id = tasks.get(stage) ?? ''
    const successor = successors.get(stage)
    await until(async () => (await attemptsOf(gateway, id, stage))[1]?.state === 'running')
    const attempts = await attemptsOf(gateway, id, stage)
    assert.deepEqual(
      attempts.map(({ number, state, worker_id }) => [number, state, worker_id]),
      [
        [1, 'lost', ready],
        [2, 'running', successor?.id],
      ],
    )
    // By the database's clock: from the last heartbeat to the new claim.
    const ms = (attempts[1]?.claimed_at?.getTime() ?? 0) - (attempts[0]?.beat_at?.getTime() ?? 0)
    assert.ok(ms <= TAKEN_OVER_MS, `${stage}: ${ms} ms`)
  }
  await until(() => allGone(workers))

  await Promise.all([...successors.values()].map((worker) => worker.close(0)))
  await finishAll(gateway)
  for (const [stage, id] of tasks) {
    assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.status, 'succeeded')
    assert.deepEqual(
      (await attemptsOf(gateway, id, stage)).map(({ state }) => state),
      ['lost', 'handed_back', 'done'],
    )
    assert.deepEqual(
      (await entriesOf(gateway, id)).map(([kind]) => kind),
      ['freeze', 'settle'],
    )
  }
})
