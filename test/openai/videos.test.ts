import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import type { VideoCreateParams } from 'openai/resources/videos'
import { endedTask } from '../rest/cancel/work.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker } from '../support/worker.ts'
import { createBy, openaiAt } from './client.ts'

/** The stock SDK with its own fields, at `/openai/v1`. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const openai = openaiAt(gateway)

test('a create is retrieved until it is completed, downloaded, listed and deleted', async () => {
  const worker = await startQuickWorker(gateway)
  const asked = { model: 'sora-2', prompt: 'a lake at sunset', seconds: '8', size: '1280x720' } as const
  const created = await openai.videos.create(asked)
  assert.deepEqual(created, {
    ...created,
    ...asked,
    object: 'video',
    status: 'queued',
    progress: 0,
    completed_at: null,
    expires_at: null,
    size: '1344x768',
    remixed_from_video_id: null,
    error: null,
  })
  await (await watch(gateway, created.id)).ended
  await worker.end()
  const video = await openai.videos.retrieve(created.id)
  const { completed_at: completed, expires_at: expires } = video
  assert.ok(completed && expires && completed >= created.created_at && expires > completed)
  assert.deepEqual(video, {
    ...created,
    status: 'completed',
    progress: 100,
    completed_at: completed,
    expires_at: expires,
  })
  const content = await openai.videos.downloadContent(created.id)
  assert.equal(content.headers.get('content-type'), 'video/mp4')
  assert.equal(Buffer.from(await content.arrayBuffer()).toString('latin1', 4, 8), 'ftyp')
  const thumbnail = await openai.videos.downloadContent(created.id, { variant: 'thumbnail' })
  assert.equal(Buffer.from(await thumbnail.arrayBuffer()).toString('latin1', 8, 12), 'WEBP')
  assert.deepEqual((await openai.videos.list()).data, [video])
  assert.deepEqual(await openai.videos.delete(created.id), { id: created.id, object: 'video.deleted', deleted: true })
  await assert.rejects(openai.videos.retrieve(created.id), OpenAI.NotFoundError)
  assert.deepEqual((await openai.videos.list()).data, [])
})

test('durations and sizes become the nearest that can be made, and are reported as made', async () => {
  const shown = async (params: Partial<Record<'seconds' | 'size', unknown>>) => {
    const { seconds, size } = await createBy(openai, { prompt: 'x', ...params })
    return [seconds, size]
  }
  assert.deepEqual(await shown({}), ['5', '768x1344'])
  for (const [seconds, made] of [
    ['4', '5'],
    ['8', '8'],
    ['12', '12'],
    ['6.5', '6.5'],
    ['20', '15'],
    ['7.12345', '7.123'],
  ]) {
    assert.deepEqual(await shown({ seconds }), [made, '768x1344'], seconds)
  }
  for (const [size, made] of [
    ['720x1280', '768x1344'],
    ['1280x720', '1344x768'],
    ['1024x1792', '768x1344'],
    ['1792x1024', '1344x768'],
    ['1024x1024', '768x768'],
    ['1x99999', '768x1344'],
  ]) {
    assert.deepEqual(await shown({ size }), ['5', made], size)
  }
})

test('other parameters of POST /v1/videos apply, and the model is kept beside the caller’s metadata', async () => {
  const asked = { model: 'any/model:7', prompt: 'x', resolution: '2k', service_tier: 'pro', seed: 7, audio: false }
  const text = '{"a": 1e400, "a": 12345678901234567890 }'
  const body = `${JSON.stringify(asked).slice(0, -1)},"metadata":${text}}`
  const created = await gateway.call('POST', '/openai/v1/videos', body)
  assert.deepEqual([created.status, created.body.model, created.body.size], [200, 'any/model:7', '1536x2688'])
  const task = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  const { resolution, service_tier: tier, seed, audio } = task.body
  assert.deepEqual(
    { resolution, service_tier: tier, seed, audio },
    { resolution: '2k', service_tier: 'pro', seed: 7, audio: false },
  )
  const kept = '"metadata":{"a": 1e400, "a": 12345678901234567890,"openai_model":"any/model:7"}'
  assert.ok(task.text.includes(kept), task.text)
})

test('a task of another API has the model vidgate, also if its metadata only looks like a model', async () => {
  for (const metadata of [undefined, {}, { openai_model: 7 }, { of: '"openai_model"' }]) {
    const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x', metadata })
    assert.equal((await openai.videos.retrieve(body.id)).model, 'vidgate')
  }
})

test('every state is one that the SDKs know, with the reason of a failure', async () => {
  const video = async (status: Parameters<typeof endedTask>[1]) => {
    const {
      status: shown,
      error,
      completed_at: completed,
    } = await openai.videos.retrieve(await endedTask(gateway, status))
    assert.ok(completed)
    return [shown, error?.code ?? null, typeof error?.message]
  }
  assert.deepEqual(await video('failed'), ['failed', 'generation_error', 'string'])
  assert.deepEqual(await video('rejected'), ['failed', 'content_policy_output', 'string'])
  assert.deepEqual(await video('cancelled'), ['failed', 'cancelled', 'string'])
  const { id } = await createBy(openai, { prompt: 'x' })
  const { pool } = gateway.rooms.resources
  for (const status of ['encoding', 'rendering', 'upscaling', 'packaging']) {
    await pool.query('update task set status = $2, progress = 0.999 where id = $1', [id, status])
    const { status: shown, progress } = await openai.videos.retrieve(id)
    assert.deepEqual([shown, progress], ['in_progress', 99])
  }
})

test('lists page over all videos in both orders', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 100 })
  const other = openaiAt({ ...gateway, key })
  const made: string[] = []
  for (const prompt of ['a', 'b', 'c']) made.push((await other.videos.create({ prompt })).id)
  const ids = async (order: 'asc' | 'desc') =>
    (await Array.fromAsync(other.videos.list({ limit: 2, order }))).map(({ id }) => id)
  assert.deepEqual(await ids('asc'), made)
  assert.deepEqual(await ids('desc'), made.toReversed())
  const {
    first_id: first,
    last_id: last,
    has_more: more,
  } = (await gateway.call('GET', `/openai/v1/videos?limit=2&order=asc`, undefined, { authorization: `Bearer ${key}` }))
    .body
  assert.deepEqual([first, last, more], [made[0], made[1], true])
})

test('a repeat with the same Idempotency-Key returns the same video, with another body it is refused', async () => {
  const options = { headers: { 'Idempotency-Key': 'order-17' } }
  const body: VideoCreateParams = { model: 'sora-2', prompt: 'once', seconds: '4' }
  const first = await openai.videos.create(body, options)
  assert.deepEqual(await openai.videos.create(body, options), first)
  const before = await gateway.counts()
  await assert.rejects(openai.videos.create({ ...body, model: 'sora-2-pro' }, options), OpenAI.UnprocessableEntityError)
  assert.deepEqual(await gateway.counts(), before)
})

test('models are listed, and every name that a create accepts can be retrieved', async () => {
  const listed = (await openai.models.list()).data
  assert.deepEqual(listed, [{ id: 'vidgate', object: 'model', created: 1_793_491_200, owned_by: 'vidgate' }])
  assert.deepEqual(await openai.models.retrieve('vidgate'), listed[0])
  assert.equal((await openai.models.retrieve('openai/sora-2')).id, 'openai/sora-2')
})

test('requests as LiteLLM sends them are accepted', async () => {
  const { id } = await finishedTask(gateway)
  const created = await gateway.call('POST', '/openai/v1/videos', {
    model: 'sora-2',
    prompt: 'x',
    seconds: 8,
    size: '720x1280',
    user: 'someone',
  })
  assert.deepEqual([created.status, created.body.seconds], [200, '8'])
  const content = await fetch(`${gateway.url}/openai/v1/videos/${id}/content?video_id=${id}`, {
    headers: { authorization: `Bearer ${gateway.key}`, range: 'bytes=0-3' },
  })
  assert.deepEqual([content.status, (await content.arrayBuffer()).byteLength], [206, 4])
  assert.equal((await gateway.call('DELETE', `/openai/v1/videos/${id}`, {})).status, 200)
})
