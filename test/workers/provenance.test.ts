import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { startTestGateway } from '../support/gateway.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker } from '../support/worker.ts'
import { GENERATED, packetsIn, sourceTypesIn } from '../support/xmp.ts'
import { create } from './dispatch/work.ts'

const gateway = await startTestGateway()

async function delivered(id: string) {
  await (await watch(gateway, id)).ended
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(body.status, 'succeeded')
  const read = async (variant: string) => {
    const headers = { authorization: `Bearer ${gateway.key}` }
    const answer = await fetch(`${gateway.url}/v1/videos/${id}/content?variant=${variant}`, { headers })
    return Buffer.from(await answer.arrayBuffer())
  }
  const [video, image] = [await read('video'), await read('thumbnail')]
  return { video, image: (await sharp(image).metadata()).xmpAsString ?? '' }
}

async function assertGenerated(id: string) {
  const { video, image } = await delivered(id)
  const { rows } = await gateway.rooms.resources.pool.query('select output from task where id = $1', [id])
  assert.deepEqual([packetsIn(video).flatMap(sourceTypesIn), sourceTypesIn(image)], [[GENERATED], [GENERATED]])
  const { bytes, sha256 } = rows[0].output
  assert.deepEqual([bytes, sha256], [video.length, createHash('sha256').update(video).digest('hex')])
}

test('delivered videos, their thumbnails and their upscales say that they are generated', async () => {
  const worker = await startQuickWorker(gateway)
  const id = await create(gateway)
  await assertGenerated(id)
  const { amount_micro } = (await gateway.call('GET', `/v1/videos/${id}/upscale`)).body
  const upscale = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro })
  await assertGenerated(upscale.body.id)
  await worker.end()
})

test('with PROVENANCE=off the engine’s files are delivered as they are', async () => {
  const { rooms } = gateway
  const config = { ...rooms.resources.config, provenance: false }
  const worker = await startQuickWorker({
    ...gateway,
    rooms: { ...rooms, resources: { ...rooms.resources, config } },
  })
  const { video, image } = await delivered(await create(gateway))
  assert.deepEqual([packetsIn(video), image], [[], ''])
  await worker.end()
})
