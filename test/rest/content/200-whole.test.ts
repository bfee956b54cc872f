import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { finishedTask } from './finished.ts'

const gateway = await startTestGateway()
const { id, video, thumbnail, output } = await finishedTask(gateway)

const authorization = `Bearer ${gateway.key}`
const get = (path: string, headers: Record<string, string> = { authorization }, method = 'GET') =>
  fetch(gateway.url + path, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('the whole video is served with its headers, and HEAD has the same without a body', async () => {
  for (const method of ['GET', 'HEAD']) {
    const response = await get(`/v1/videos/${id}/content`, { authorization, range: '' }, method)
    assert.equal(response.status, 200)
    const headers = Object.fromEntries(response.headers)
    assert.match(headers['x-request-id'] ?? '', /^req_/)
    for (const [name, value] of Object.entries({
      'content-type': 'video/mp4',
      'content-length': String(video.length),
      'content-disposition': `attachment; filename="${id}.mp4"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${output.sha256}"`,
      'last-modified': 'Fri, 27 Nov 2026 21:57:00 GMT',
    })) {
      assert.equal(headers[name], value, name)
    }
    const body = await bytesOf(response)
    if (method === 'GET') assert.ok(body.equals(video))
    else assert.equal(body.length, 0)
  }
})

test('the thumbnail is a variant', async () => {
  const response = await get(`/v1/videos/${id}/content?variant=thumbnail`)
  assert.equal(response.headers.get('content-type'), 'image/webp')
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${id}.webp"`)
  assert.notEqual(response.headers.get('etag'), `"${output.sha256}"`)
  assert.ok((await bytesOf(response)).equals(thumbnail))
})

test('the task’s link works without a key, and only as it was signed', async () => {
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  const { video_uri, expires_at, available_until, ...rest } = body.output
  assert.deepEqual(rest, { width: 1344, height: 768, duration: 5.167, has_audio: true, watermarked: false })
  assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 60_000)
  assert.match(available_until, /Z$/)
  assert.deepEqual(body.usage, {
    billed_seconds: 5,
    billed_tier: 'standard',
    amount_micro: 2_520_000,
    amount: '¥2.52',
    currency: 'CNY',
    items: [
      { kind: 'encoder', quantity: 1, unit_price_micro: 20_000, amount_micro: 20_000 },
      { kind: 'generation', quantity: 5, unit_price_micro: 500_000, amount_micro: 2_500_000 },
    ],
  })
  assert.ok(video_uri.startsWith(`${gateway.url}/v1/videos/${id}/content?`))

  const path = video_uri.slice(gateway.url.length)
  const response = await get(path, {})
  assert.equal(response.status, 200)
  assert.ok((await bytesOf(response)).equals(video))
  assert.equal((await get(path, { range: 'bytes=0-1' })).status, 206)
  assert.equal((await get(path, {}, 'HEAD')).status, 200)

  // Parameters that mail programs and trackers add.
  assert.equal((await get(`${path}&utm_source=mail&fbclid=x&token=y`, {})).status, 200)
  assert.equal((await get(path.replace('?', '?utm_source=mail&'), {})).status, 200)

  const refused = async (path: string, method = 'GET') => {
    const response = await get(path, {}, method)
    const { error } = (await response.json()) as { error: { code: string } }
    return [response.status, error.code]
  }
  assert.deepEqual(await refused(`${path}&${path.split('?')[1]}`), [400, 'invalid_parameter'])
  assert.deepEqual(await refused(path.replace(/signature=./, 'signature=')), [403, 'invalid_signature'])
  assert.deepEqual(await refused(path.replace(/&signature=.*/, '')), [403, 'invalid_signature'])
  assert.deepEqual(await refused(path.replace(/expires=\d+/, 'expires=99999999999')), [403, 'invalid_signature'])
  assert.deepEqual(await refused(`${path}&variant=thumbnail`), [403, 'invalid_signature'])
  assert.deepEqual(await refused(path, 'POST'), [405, 'method_not_allowed'])
  assert.deepEqual(await refused(`/v1/videos/${id}/content`), [401, 'missing_api_key'])
})

test('a link older than an hour gets 410 as JSON', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_601_000 })
  const { path } = gateway.rooms.links.sign(id, 'video')
  t.mock.timers.reset()
  const response = await get(path, {})
  assert.equal(response.status, 410)
  const { error } = (await response.json()) as { error: { code: string } }
  assert.equal(error.code, 'link_expired')
})
