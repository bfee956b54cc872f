import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportSucceeded } from '../../src/stage/report.ts'
import { endedTask, workUpTo } from '../rest/cancel/work.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'

/** The fields of a finished video in its task (spec 2.1, 4.3). */

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const QUERY =
  'query ($id: ID!) { task(id: $id) { output { videoUri expiresAt watermarked hasAudio width height duration } } }'

async function outputsOf(id: string) {
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  const answer = await gateway.call('POST', '/graphql', { query: QUERY, variables: { id } })
  return { rest: body.output, graphql: answer.body.data.task.output }
}

test('each read returns a newly signed address', async (t) => {
  const { id } = await finishedTask(gateway, 10)
  const now = Math.floor(Date.now() / 1000) * 1000
  const uris = new Set<string>()
  for (const later of [0, 1000, 600_000]) {
    t.mock.timers.enable({ apis: ['Date'], now: now + later })
    const { rest, graphql } = await outputsOf(id)
    t.mock.timers.reset()
    const expiry = new Date(now + later + 3_600_000).toISOString()
    assert.deepEqual([rest.expires_at, graphql.expiresAt], [expiry, expiry])
    assert.equal(graphql.videoUri, rest.video_uri)
    uris.add(rest.video_uri)
  }
  assert.equal(uris.size, 3)
})

test('a list returns newly signed addresses', async (t) => {
  const { id } = await finishedTask(gateway, 10)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 })
  const listed = await gateway.call('GET', '/v1/videos?limit=1')
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  t.mock.timers.reset()
  assert.equal(listed.body.data[0].output.video_uri, body.output.video_uri)
})

test('watermark, sound and size describe the video, in REST and GraphQL', async () => {
  for (const watermarked of [true, false]) {
    const created = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '21:9', duration: 6 })
    const facts = { key: 'k', thumbnailKey: 't', bytes: 1, sha256: '00', width: 1536, height: 672, frames: 158 }
    const claim = await workUpTo(gateway, created.body.id, 'package')
    assert.ok(await reportSucceeded(resources, claim, { ...facts, hasAudio: !watermarked, watermarked }))
    const { rest, graphql } = await outputsOf(created.body.id)
    for (const shown of [rest, { ...graphql, has_audio: graphql.hasAudio }]) {
      const { width, height, duration, has_audio } = shown
      assert.deepEqual([shown.watermarked, has_audio], [watermarked, !watermarked])
      assert.deepEqual([width, height, duration], [1536, 672, 6.583])
    }
  }
})

test('only a succeeded task has an output', async () => {
  for (const end of ['failed', 'cancelled', 'rejected'] as const) {
    const { rest, graphql } = await outputsOf(await endedTask(gateway, end))
    assert.deepEqual([rest, graphql], [null, null])
  }
})
