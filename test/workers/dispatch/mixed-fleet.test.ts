import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineLimits, Mode } from '../../../src/engine-limits.ts'
import { createAccountQueues } from '../../../src/queue/boss.ts'
import { liveWorkers } from '../../../src/queue/routing.ts'
import { freeOrphaned } from '../../../src/stage/overdue.ts'
import { profileOf } from '../../../src/task/engines.ts'
import { noticeWaiting } from '../../../src/task/waiting.ts'
import type { Engine } from '../../../workers/engine/engine.ts'
import { startWorker } from '../../../workers/worker.ts'
import { attach } from '../../support/fleet.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { pngOf, uploaded } from '../../support/material.ts'
import { quickEngine } from '../../support/quick-engine.ts'
import { until } from '../../support/until.ts'
import { attemptsOf, complete, create, createMany, forget, ROOMY, take } from './work.ts'

/** Workers with engines that can make different tasks (docs/decisions/dispatch.md#engines-that-cannot-make-a-task). */

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources
const photo = await uploaded(gateway, await pngOf(400, 400), 'reference')

const TEXT: EngineLimits = { modes: { text_to_video: { maxMs: 8000 } } }
const IMAGES: EngineLimits = { modes: { image_to_video: { ends: ['start'] } } }
const REFERENCES: EngineLimits = { modes: { text_to_video: {}, reference_to_video: {} } }
const FLEET = [TEXT, IMAGES, REFERENCES]

const ORDERS: readonly { readonly body: object; readonly madeBy: readonly EngineLimits[] }[] = [
  { body: { duration: 5 }, madeBy: [TEXT, REFERENCES] },
  { body: { duration: 12 }, madeBy: [REFERENCES] },
  { body: { mode: 'image_to_video', input_image: photo }, madeBy: [IMAGES] },
  { body: { mode: 'reference_to_video', references: [photo] }, madeBy: [REFERENCES] },
]

test('200 tasks of a mixed fleet are each claimed by an engine that can make them', async () => {
  const attached = await Promise.all(FLEET.map((limits) => attach(gateway, limits)))
  const able = new Map<string, readonly EngineLimits[]>()
  for (let i = 0; i < 50; i++) {
    const { body, madeBy } = ORDERS[i % ORDERS.length] ?? assert.fail()
    for (const id of await createMany(gateway, { ...body, n: 4 })) able.set(id, madeBy)
  }
  const made = { encode: 0, render: 0 }
  for (let idle = 0, turn = 0; idle < FLEET.length; turn++) {
    const limits = FLEET[turn % FLEET.length] as EngineLimits
    const claim = await take(gateway, ['render', 'encode'], { profile: profileOf(limits) })
    idle = claim ? 0 : idle + 1
    if (!claim) continue
    assert.ok(able.get(claim.taskId)?.includes(limits), `${claim.task.mode} by ${JSON.stringify(limits)}`)
    assert.ok(await complete(gateway, claim))
    made[claim.stage as 'encode' | 'render']++
  }
  assert.deepEqual(made, { encode: 200, render: 200 })
  await Promise.all(attached.map(({ leave }) => leave()))
  await forget(gateway)
})

test('a claim finds its tasks behind those of other engines, whatever their tiers', async () => {
  const [{ profile, leave }, images] = await Promise.all([attach(gateway, REFERENCES), attach(gateway, IMAGES)])
  for (let i = 0; i < 6; i++) {
    await create(gateway, { mode: 'image_to_video', input_image: photo, service_tier: 'pro' })
  }
  const id = await create(gateway, { mode: 'reference_to_video', references: [photo], service_tier: 'draft' })
  assert.equal((await take(gateway, 'encode', { profile }))?.taskId, id)
  assert.equal(await take(gateway, 'encode', { profile }), null)
  await Promise.all([leave(), images.leave()])
  await forget(gateway)
})

test('a task whose only engine is gone waits with a notice, and the next such engine makes it', async () => {
  const [images, text] = await Promise.all([attach(gateway, IMAGES), attach(gateway, TEXT)])
  const id = await create(gateway, { mode: 'image_to_video', input_image: photo })
  await images.leave()
  await pool.query(`update stage_attempt set ready_at = now() - interval '5 seconds' where task_id = $1`, [id])
  await pool.query(`update worker set capabilities = '{encode,render}' where stopped_at is null`)
  assert.equal(await take(gateway, 'encode', { profile: text.profile }), null)
  await noticeWaiting(pool)
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(body.waiting.reason, 'encoder')
  assert.equal((await take(gateway, 'encode', { profile: images.profile }))?.taskId, id)
  await text.leave()
  await forget(gateway)
})

test('a worker that joins later hands back what it cannot make, once, and counts no error', async () => {
  const id = await create(gateway, { mode: 'reference_to_video', references: [photo] })
  const work = (modes: readonly Mode[]) => {
    const limits = { modes: Object.fromEntries(modes.map((mode) => [mode, {}])) }
    const engine = { ...quickEngine(), limits }
    const capabilities = ['encode', 'render', 'package'] as const
    return startWorker(resources, { engine, capabilities, pool: 'shared' })
  }
  const unable = work(['text_to_video'])
  await until(async () => (await attemptsOf(gateway, id)).includes('encode 2 ready'))
  const other = await create(gateway)
  const status = async (task: string) => (await gateway.call('GET', `/v1/videos/${task}`)).body.status
  await until(async () => (await status(other)) === 'succeeded')
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 handed_back', 'encode 2 ready'])
  const able = work(['reference_to_video'])
  await until(async () => (await status(id)) === 'succeeded')
  await Promise.all([unable.close(0), able.close(0)])
})

test('a render by another kind of engine encodes again, unless context IR was applied and is charged', async () => {
  const encodes: string[] = []
  const start = (
    conditioning: string,
    stages: readonly ('encode' | 'render' | 'package')[],
    contextIrApplied = false,
  ) => {
    const quick = quickEngine()
    const engine: Engine = {
      ...quick,
      limits: { ...quick.limits, conditioning },
      async encode(input, ...rest) {
        encodes.push(`${conditioning} ${input.task.useContextIr}`)
        return { ...(await quick.encode(input, ...rest)), contextIrApplied }
      },
    }
    return startWorker(resources, { engine, capabilities: stages, pool: 'shared' })
  }
  const plain = await create(gateway)
  const encoder = start('latents', ['encode'], true)
  await until(async () => (await attemptsOf(gateway, plain)).includes('render 1 ready'))
  await pool.query(`update stage_attempt set output = output - 'contextIrApplied' where task_id = $1`, [plain])
  const charged = await create(gateway, { use_context_ir: true })
  await until(async () => (await attemptsOf(gateway, charged)).includes('render 1 ready'))
  const other = start('scene', ['render', 'package'])
  const status = async (task: string) => (await gateway.call('GET', `/v1/videos/${task}`)).body.status
  await until(async () => (await status(plain)) === 'succeeded')
  await until(async () => (await attemptsOf(gateway, charged)).includes('render 1 handed_back'))
  assert.deepEqual(encodes, ['latents false', 'latents true', 'scene false'])
  const same = start('latents', ['render', 'package'])
  await until(async () => (await status(charged)) === 'succeeded')
  assert.equal(encodes.length, 3)
  await Promise.all([encoder, other, same].map((worker) => worker.close(0)))
})

test('a dedicated task that the account’s own worker cannot make may start on any', async () => {
  await createAccountQueues(resources.boss, gateway.accountId)
  const [own, shared] = await Promise.all([attach(gateway, IMAGES, gateway.accountId), attach(gateway, TEXT)])
  await until(async () => (await liveWorkers(pool)).has('render', gateway.accountId))
  const id = await create(gateway, { service_tier: 'dedicated' })
  const encode = await take(gateway, 'encode', { profile: shared.profile })
  assert.ok(encode?.taskId === id && (await complete(gateway, encode)))
  assert.equal(await take(gateway, 'render', { profile: shared.profile }), null)
  await pool.query(
    `update stage_attempt set ready_at = now() - interval '1 minute' where task_id = $1 and stage = 'render'`,
    [id],
  )
  assert.equal(await freeOrphaned(resources), 1)
  assert.equal((await take(gateway, 'render', { profile: shared.profile }))?.taskId, id)
  await Promise.all([own.leave(), shared.leave()])
  await forget(gateway)
})
