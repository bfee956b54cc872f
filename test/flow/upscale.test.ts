import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import { startTestGateway } from '../support/gateway.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker, startWorkerProcess } from '../support/worker.ts'

const gateway = await startTestGateway()

const SQUARE = { prompt: 'a lake at sunset', aspect_ratio: '1:1', seed: 7 }
const FRAMES = 124

async function ended(id: string) {
  await (await watch(gateway, id)).ended
  const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(task.status, 'succeeded', JSON.stringify(task))
  return task
}

async function finished(body: Record<string, unknown>) {
  const created = await gateway.call('POST', '/v1/videos', body)
  assert.equal(created.status, 202, created.text)
  return ended(created.body.id)
}

async function download(id: string, variant: 'video' | 'thumbnail'): Promise<Buffer> {
  const answer = await fetch(gateway.url + gateway.rooms.links.sign(id, variant).path)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

/** A delivered file, read by independent code. */
async function probe(id: string) {
  using input = new Input({ source: new BufferSource(await download(id, 'video')), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  assert.ok(video)
  const { data: look } = await sharp(await download(id, 'thumbnail'))
    .resize(32, 32)
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sound = createHash('sha256')
  let bytes = 0
  if (audio) {
    for await (const packet of new EncodedPacketSink(audio).packets()) {
      sound.update(packet.data)
      bytes += packet.data.length
    }
  }
  return {
    size: [video.codedWidth, video.codedHeight],
    frames: (await video.computePacketStats()).packetCount,
    sound: audio && bytes > 0 ? sound.digest('hex') : null,
    look,
  }
}

for (const [resolution, side, unit] of [
  ['2k', 1536, 300_000],
  ['4k', 2304, 900_000],
] as const) {
  test(`a ${resolution} task delivers ${side} × ${side} with sound, and bills generation and upscale`, async () => {
    const worker = await startQuickWorker(gateway)
    const task = await finished({ ...SQUARE, resolution })
    await worker.end()
    const { width, height, duration, has_audio, watermarked } = task.output
    assert.deepEqual([width, height, duration, has_audio, watermarked], [side, side, 5.167, true, false])
    assert.equal(task.usage.amount_micro, 2_520_000 + 5 * unit)
    assert.equal(task.usage.billed_seconds, 5)
    const { size, frames, sound } = await probe(task.id)
    assert.deepEqual([size, frames], [[side, side], FRAMES])
    assert.notEqual(sound, null)
  })
}

test('a finished video is upscaled once, for its quoted price, frame by frame, with its sound', async () => {
  const renderer = await startQuickWorker(gateway, { capabilities: ['encode', 'render'] })
  await startWorkerProcess(gateway, { WORKER_CAPABILITIES: 'upscale,package' })
  const source = await finished(SQUARE)
  await renderer.end()
  const quote = await gateway.call('GET', `/v1/videos/${source.id}/upscale`)
  assert.equal(quote.status, 200)
  assert.equal(quote.body.amount_micro, 1_550_000)
  const [first, second] = await Promise.all(
    [1, 2].map(() =>
      gateway.call('POST', `/v1/videos/${source.id}/upscale`, { amount_micro: quote.body.amount_micro }),
    ),
  )
  assert.deepEqual([first?.status, second?.status].toSorted(), [200, 202])
  assert.equal(first?.body.id, second?.body.id)
  const task = await ended(first?.body.id)
  assert.deepEqual([task.output.width, task.output.height, task.usage.amount_micro], [1536, 1536, 1_550_000])
  assert.deepEqual([task.usage.billed_seconds, task.source_task_id, task.seed], [124 / 24, source.id, 7])
  assert.deepEqual([task.output.duration, task.output.has_audio, task.output.watermarked], [5.167, true, false])

  const [small, large] = [await probe(source.id), await probe(task.id)]
  assert.deepEqual([small.size, small.frames], [[768, 768], FRAMES])
  assert.deepEqual([large.size, large.frames], [[1536, 1536], FRAMES])
  // Sound is not encoded again: packet for packet it is the source's.
  assert.notEqual(large.sound, null)
  assert.equal(large.sound, small.sound)
  // The same image, of 256 greys, without a mark.
  const differences = small.look.map((grey, index) => Math.abs(grey - (large.look[index] ?? 0)))
  assert.ok(Math.max(...differences) < 8, String(Math.max(...differences)))
})
