import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { finishedTask } from './finished.ts'

const gateway = await startTestGateway()
const { id, video, output } = await finishedTask(gateway)
const size = video.length
const etag = `"${output.sha256}"`
const lastModified = 'Fri, 27 Nov 2026 21:57:00 GMT'

const get = (headers: Record<string, string>, method = 'GET') =>
  fetch(`${gateway.url}/v1/videos/${id}/content`, {
    method,
    headers: { authorization: `Bearer ${gateway.key}`, ...headers },
  })

const PARTS: readonly (readonly [range: string, start: number, end: number])[] = [
  ['bytes=0-1', 0, 1],
  ['bytes=0-0', 0, 0],
  ['bytes=5-', 5, size - 1],
  ['bytes=-5', size - 5, size - 1],
  [`bytes=-${size + 5}`, 0, size - 1],
  ['bytes=1000-2500000', 1000, 2_500_000],
  [`bytes=${size - 1}-`, size - 1, size - 1],
  ['bytes=7-99999999999999999999', 7, size - 1],
]

test('a single range is served, open, closed or from the end', async (t) => {
  for (const [range, start, end] of PARTS) {
    await t.test(range, async () => {
      const response = await get({ range })
      assert.equal(response.status, 206)
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`)
      assert.equal(response.headers.get('content-length'), String(end - start + 1))
      assert.equal(response.headers.get('etag'), etag)
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(video.subarray(start, end + 1)))
    })
  }
})

test('a header that is not a single byte range gets the whole file', async () => {
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes 0-1', '0-1']) {
    const response = await get({ range })
    assert.equal(response.status, 200, range)
    assert.equal((await response.arrayBuffer()).byteLength, size)
  }
  const head = await get({ range: 'bytes=0-1' }, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)])
})

test('a range past the end gets 416 with the size, as JSON', async () => {
  for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999999999999-']) {
    const response = await get({ range })
    assert.equal(response.status, 416)
    assert.equal(response.headers.get('content-range'), `bytes */${size}`)
    const { error } = (await response.json()) as { error: { code: string } }
    assert.equal(error.code, 'range_not_satisfiable')
  }
})

test('If-Range applies the range only if the file is unchanged', async () => {
  for (const [ifRange, status] of [
    [etag, 206],
    [lastModified, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    ['Fri, 27 Nov 2026 21:57:01 GMT', 200],
  ] as const) {
    const response = await get({ range: 'bytes=0-1', 'if-range': ifRange })
    assert.equal(response.status, status, ifRange)
    await response.arrayBuffer()
  }
})

test('If-None-Match and If-Modified-Since get 304 without a body', async () => {
  for (const [headers, status] of [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"other", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': lastModified }, 200],
    [{ 'if-modified-since': lastModified }, 304],
    [{ 'if-modified-since': 'Fri, 27 Nov 2026 21:56:59 GMT' }, 200],
    [{ 'if-modified-since': 'never' }, 200],
  ] as const) {
    const response = await get(headers)
    assert.equal(response.status, status, JSON.stringify(headers))
    const body = await response.arrayBuffer()
    if (status === 304) {
      assert.equal(body.byteLength, 0)
      assert.equal(response.headers.get('etag'), etag)
      assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
    }
  }
})

test('If-Match and If-Unmodified-Since get 412 for other bytes', async () => {
  for (const [headers, status, param] of [
    [{ 'if-match': etag, range: 'bytes=0-1' }, 206, null],
    [{ 'if-match': '"other"', range: 'bytes=0-1' }, 412, 'If-Match'],
    [{ 'if-unmodified-since': 'Fri, 27 Nov 2026 21:56:59 GMT' }, 412, 'If-Unmodified-Since'],
    [{ 'if-unmodified-since': lastModified, 'if-none-match': etag }, 304, null],
  ] as const) {
    const response = await get(headers)
    assert.equal(response.status, status, JSON.stringify(headers))
    if (param === null) await response.arrayBuffer()
    else assert.equal(((await response.json()) as { error: { param: string } }).error.param, param)
  }
})

test('a disconnected client ends the read, and the next one is served', async () => {
  const controller = new AbortController()
  const headers = { authorization: `Bearer ${gateway.key}` }
  const response = await fetch(`${gateway.url}/v1/videos/${id}/content`, { headers, signal: controller.signal })
  await response.body?.getReader().read()
  controller.abort()
  assert.equal((await get({ range: 'bytes=0-1' })).status, 206)
})
