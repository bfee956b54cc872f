import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Stage } from '../../../src/queue/catalog.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { atMost } from '../../support/rounds.ts'
import { until } from '../../support/until.ts'
import { create, entriesOf, ROOMY, take } from '../dispatch/work.ts'
import {
  allGone,
  attemptsOf,
  cloggedPicture,
  finishAll,
  isRunning,
  make,
  STAGES,
  startStuckWorker,
  taskBefore,
  untilStuck,
} from './stuck.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['reaper'] })
const { storage } = gateway.rooms.resources

const pictures = [await cloggedPicture(gateway), await cloggedPicture(gateway)] as const
const withPicture = (index: 0 | 1) => ({ mode: 'image_to_video', input_image: pictures[index].id })

/** By the stage for which each waits. */
const first = new Map<Stage, string>()
for (const stage of STAGES.toReversed()) {
  first.set(stage, await taskBefore(gateway, stage, stage === 'encode' ? withPicture(0) : {}))
}
const second = new Map<Stage, string>()
const idOf = (tasks: ReadonlyMap<Stage, string>, stage: Stage) => tasks.get(stage) ?? assert.fail(stage)
const workers = await Promise.all(STAGES.map((stage) => startStuckWorker(gateway, stage)))
const [, renderer, upscaler, packager] = workers

async function objectsOf(id: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(`tasks/${id}/`), ({ key }) => key)).toSorted()
}

const statesOf = async (id: string, stage: Stage) => (await attemptsOf(gateway, id, stage)).map(({ state }) => state)

test('workers that resume after their lease are refused, and leave no row and no object', async () => {
  await untilStuck(gateway, first, workers)
  await pictures[0].replace()
  for (const { child } of workers) child.kill('SIGSTOP')
  for (const stage of STAGES) {
    await until(async () => (await statesOf(idOf(first, stage), stage)).includes('ready'))
    const claim = await take(gateway, stage)
    assert.deepEqual([claim?.taskId, claim?.number], [idOf(first, stage), 2])
    if (claim) await make(gateway, claim)
  }
  // Each result waits for the next stage; the workers find it when they resume.
  second.set('render', idOf(first, 'encode'))
  second.set('upscale', idOf(first, 'render'))
  second.set('package', idOf(first, 'upscale'))
  second.set('encode', await create(gateway, { resolution: '2k', ...withPicture(1) }))
  const before = await Promise.all(STAGES.map((stage) => attemptsOf(gateway, idOf(first, stage), stage)))
  const abandoned = (await renderer?.programs()) ?? []

  // The upscale and the package end while their workers are suspended, the encode continues when they resume, and the
  // render never ends.
  await Promise.all([upscaler?.release(), packager?.release()])
  for (const { child } of workers) child.kill('SIGCONT')
  await untilStuck(gateway, second, workers)

  assert.deepEqual(await Promise.all(STAGES.map((stage) => attemptsOf(gateway, idOf(first, stage), stage))), before)
  for (const [index, stage] of STAGES.entries()) {
    assert.deepEqual(
      before[index]?.map(({ state, output }) => [state, output !== null]),
      [
        ['lost', false],
        ['done', true],
      ],
    )
    const objects = await objectsOf(idOf(first, stage))
    assert.ok(!objects.some((key) => key.includes(`/${stage}.1.`)), objects.join())
  }
  assert.equal(await text(storage.read(`tasks/${idOf(first, 'upscale')}/upscale.2.mp4`)), 'upscale')
  assert.deepEqual(await Promise.all(abandoned.map(isRunning)), [false])
})

test('stopping workers return their stages at once and leave no process', async () => {
  const toldAt = Date.now()
  const ends = workers.map((worker) => worker.end('SIGTERM'))
  for (const { stage, ready } of workers) {
    const id = idOf(second, stage)
    await until(async () => (await statesOf(id, stage)).at(-1) === 'ready')
    const [last, next] = (await attemptsOf(gateway, id, stage)).slice(-2)
    assert.deepEqual([last?.state, last?.worker_id, next?.worker_id], ['handed_back', ready, null])
    // A worker that hangs in a file system is not waited for either.
    const ms = (last?.finished_at?.getTime() ?? Number.POSITIVE_INFINITY) - toldAt
    assert.ok(ms <= atMost(stage === 'encode' ? 4500 : 2500), `${stage}: ${ms} ms`)
  }
  await pictures[1].replace()
  await pictures[1].release()
  await Promise.all(ends)
  assert.ok(await allGone(workers))

  await finishAll(gateway)
  for (const id of new Set([...first.values(), ...second.values()])) {
    assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.status, 'succeeded')
    assert.deepEqual(
      (await entriesOf(gateway, id)).map(([kind]) => kind),
      ['freeze', 'settle'],
    )
  }
})
