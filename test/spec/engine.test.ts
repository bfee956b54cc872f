import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '../../src/queue/catalog.ts'
import { openResources } from '../../src/resources.ts'
import { type Engine, type Material, Refusal, type TaskInput } from '../../workers/engine/engine.ts'
import { startWorker } from '../../workers/worker.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded, videoOf, wavOf } from '../support/material.ts'
import { quickEngine } from '../support/quick-engine.ts'
import { watch } from '../support/watch.ts'

/** The request to the engine for a create, and the engine's result in the task (spec 2.1, 4.1). */

const gateway = await startTestGateway()
const quick = quickEngine()

/** Runs an engine until a task has ended, and returns the task. */
async function work(id: string, engine: Engine, capabilities: readonly Stage[]) {
  const { databaseUrl } = gateway
  const resources = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 3, supervise: false })
  const worker = startWorker(resources, { engine, capabilities, pool: 'shared' })
  const seen = await watch(gateway, id)
  await seen.ended
  await worker.close(0)
  await resources.close()
  return (await gateway.call('GET', `/v1/videos/${id}`)).body
}

test('markers are translated for the model and numbered within each kind', async () => {
  const [first, second] = [await pngOf(64, 64), await pngOf(128, 64)]
  const files = [wavOf(1), first, await videoOf(24, 24), second]
  const references: string[] = []
  for (const file of files) references.push(await uploaded(gateway, file, 'reference'))
  const prompt = '让@图片2像@图片1，动作如@视频1，配乐@音频1，@图片 不算'
  const { body } = await gateway.call('POST', '/v1/videos', { prompt, mode: 'reference_to_video', references })
  let given: { task: TaskInput; material: Material } | undefined
  const engine: Engine = {
    ...quick,
    encode: (input) => {
      given = input
      return Promise.reject(new Refusal('content_policy_input', 'Seen enough.'))
    },
  }
  const task = await work(body.id, engine, ['encode'])
  assert.equal(given?.task.prompt, '让<Picture 2>像<Picture 1>，动作如<Video 1>，配乐<Audio 1>，@图片 不算')
  assert.deepEqual(
    given?.material.references.map(({ kind, width }) => [kind, width]),
    [
      ['audio', null],
      ['image', 64],
      ['video', 320],
      ['image', 128],
    ],
  )
  assert.equal(task.prompt, prompt)
})

test('an upscale of a watermarked video keeps the watermark, without a second one', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1', audio: false })
  const shown: boolean[] = []
  const stamping: Engine = {
    ...quick,
    async package(...run) {
      const { ofFinishedWork } = run[0].task
      shown.push(ofFinishedWork)
      return { ...(await quick.package(...run)), watermarked: !ofFinishedWork }
    },
  }
  const source = await work(body.id, stamping, ['encode', 'render', 'package'])
  assert.deepEqual([source.status, source.output.watermarked], ['succeeded', true])
  const { body: quote } = await gateway.call('GET', `/v1/videos/${body.id}/upscale`)
  const made = await gateway.call('POST', `/v1/videos/${body.id}/upscale`, { amount_micro: quote.amount_micro })
  const upscaled = await work(made.body.id, stamping, ['upscale', 'package'])
  assert.deepEqual([upscaled.status, upscaled.output.watermarked], ['succeeded', true])
  assert.deepEqual(shown, [false, true])
})
