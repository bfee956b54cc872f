import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startTestS3 } from './s3-server.ts'

// Downloads past the gateway, from a server that checks each signature.

const s3 = await startTestS3()
const endpoint = s3.environment['S3_ENDPOINT'] ?? ''
const publicEndpoint = endpoint.replace('127.0.0.1', 'localhost')
const environment = { ...s3.environment, S3_DOWNLOADS: 'redirect', S3_PREFIX: 'some/where' }
const gateway = await startTestGateway({}, { environment: { ...environment, S3_PUBLIC_ENDPOINT: publicEndpoint } })
const { id, video, thumbnail, output } = await finishedTask(gateway)
const { storage } = gateway.rooms.resources

const authorization = `Bearer ${gateway.key}`
const content = (query = '', init: RequestInit = {}) =>
  fetch(`${gateway.url}/v1/videos/${id}/content${query}`, { headers: { authorization }, redirect: 'manual', ...init })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Address of a redirect. */
async function addressOf(answer: Promise<Response>): Promise<string> {
  const { status, headers } = await answer
  assert.equal(status, 302)
  return headers.get('location') ?? ''
}

/** Status and code of the bucket. */
async function refusal(address: string, init: RequestInit = {}): Promise<[status: number, code: string | undefined]> {
  const response = await fetch(address, init)
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]]
}

test('a download is redirected to the bucket’s public address, which has the video under its name and type', async () => {
  const answer = await content()
  assert.deepEqual([answer.status, (await bytesOf(answer)).length], [302, 0])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_/)
  const address = answer.headers.get('location') ?? ''
  assert.ok(address.startsWith(`${publicEndpoint}/vidgate-test/some/where/output/${id}/video.mp4?`), address)
  assert.equal(new URL(address).searchParams.get('X-Amz-Expires'), '900')

  const response = await fetch(address)
  assert.deepEqual(
    ['content-type', 'content-disposition', 'cache-control'].map((name) => response.headers.get(name)),
    ['video/mp4', `attachment; filename="${id}.mp4"`, 'private, no-cache'],
  )
  assert.ok((await bytesOf(response)).equals(video))
})

test('a client that follows the redirect gets the video, its thumbnail, parts and HEAD', async () => {
  const follow = (query = '', init: RequestInit = {}) => content(query, { redirect: 'follow', ...init })
  assert.ok((await bytesOf(await follow())).equals(video))
  const picture = await follow('?variant=thumbnail')
  assert.equal(picture.headers.get('content-type'), 'image/webp')
  assert.equal(picture.headers.get('content-disposition'), `attachment; filename="${id}.webp"`)
  assert.ok((await bytesOf(picture)).equals(thumbnail))
  const part = await follow('', { headers: { authorization, range: 'bytes=1000-1999' } })
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 1000-1999/${video.length}`])
  assert.ok((await bytesOf(part)).equals(video.subarray(1000, 2000)))
  const head = await follow('', { method: 'HEAD' })
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), head.headers.get('content-type')],
    [200, String(video.length), 'video/mp4'],
  )
})

test('a condition of the bucket’s ETag passes the gateway', async () => {
  const etag = (await content('', { redirect: 'follow', method: 'HEAD' })).headers.get('etag') ?? ''
  assert.match(etag, /^"[0-9a-f]{32}/)
  const conditional = (name: string) =>
    content('', { redirect: 'follow', headers: { authorization, [name]: etag }, cache: 'no-store' })
  assert.equal((await conditional('if-none-match')).status, 304)
  assert.equal((await conditional('if-match')).status, 200)
})

test('the task’s link names the gateway, and redirects without a key', async () => {
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  const link = body.output.video_uri
  assert.ok(link.startsWith(`${gateway.url}/v1/videos/${id}/content?expires=`))
  const address = await addressOf(fetch(link, { redirect: 'manual' }))
  assert.ok((await bytesOf(await fetch(address))).equals(video))
  const forged = await fetch(link.replace(/signature=./, 'signature='), { redirect: 'manual' })
  assert.deepEqual([forged.status, forged.headers.get('location')], [403, null])
})

test('a caller that may not download gets the same refusal as without redirects, and no address', async () => {
  const { key } = await gateway.newAccount()
  const queued = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  const asked = async (of: string, headers: Record<string, string>) => {
    const response = await fetch(`${gateway.url}/v1/videos/${of}/content`, { headers, redirect: 'manual' })
    const { error } = (await response.json()) as { error: { code: string } }
    return [response.status, error.code, response.headers.get('location')]
  }
  assert.deepEqual(await asked(id, {}), [401, 'missing_api_key', null])
  assert.deepEqual(await asked(id, { authorization: `Bearer ${key}` }), [404, 'video_not_found', null])
  assert.deepEqual(await asked(queued.body.id, { authorization }), [409, 'video_not_ready', null])
})

test('an address with any changed parameter, for another method, object or host is refused', async () => {
  const address = await addressOf(content())
  for (const [name, value] of new URL(address).searchParams) {
    const changed = new URL(address)
    changed.searchParams.set(name, name === 'X-Amz-Expires' ? '604800' : `${value.slice(0, -1)}0`)
    if (changed.searchParams.get(name) === value) changed.searchParams.set(name, `${value.slice(0, -1)}1`)
    assert.ok([400, 403].includes((await fetch(changed)).status), name)
    changed.searchParams.delete(name)
    assert.ok([400, 403].includes((await fetch(changed)).status), `without ${name}`)
  }
  const mismatch = [403, 'SignatureDoesNotMatch']
  assert.deepEqual(await refusal(`${address}&response-content-language=en`), mismatch)
  assert.deepEqual(await refusal(address.replace('video.mp4', 'thumbnail.webp')), mismatch)
  assert.deepEqual(await refusal(address, { method: 'DELETE' }), mismatch)
  assert.equal((await fetch(address, { method: 'HEAD' })).status, 403)
  assert.deepEqual(await refusal(address.replace(publicEndpoint, endpoint)), mismatch)
  assert.deepEqual(await refusal(address.split('?')[0] ?? ''), [403, 'AccessDenied'])
  assert.deepEqual(await refusal(address, { headers: { authorization } }), [400, 'InvalidArgument'])
  assert.equal((await fetch(address)).status, 200)
})

test('an address works for 15 minutes, and a download that began continues', async () => {
  const address = await addressOf(content())
  const begun = await fetch(address)
  s3.now = () => Date.now() + 898_000
  assert.equal((await fetch(address, { headers: { range: 'bytes=0-1' } })).status, 206)
  s3.now = () => Date.now() + 901_000
  assert.deepEqual(await refusal(address), [403, 'AccessDenied'])
  assert.ok((await bytesOf(begun)).equals(video))
  s3.now = Date.now
})

test('a video whose bytes are gone gets 410, and an address from before 404', async () => {
  const address = await addressOf(content())
  await storage.remove(output.key)
  assert.deepEqual(await refusal(address), [404, 'NoSuchKey'])
  const response = await content()
  const { error } = (await response.json()) as { error: { code: string } }
  assert.deepEqual([response.status, error.code, response.headers.get('location')], [410, 'video_expired', null])
})

test('without a public endpoint addresses name S3_ENDPOINT, and without redirects there are none', async () => {
  for (const [more, status] of [
    [{ S3_DOWNLOADS: 'redirect' }, 302],
    [{ S3_DOWNLOADS: 'proxy' }, 200],
    [{}, 200],
  ] as const) {
    const other = await startTestGateway({}, { environment: { ...s3.environment, ...more } })
    const finished = await finishedTask(other, 1000)
    const { key, url } = other
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/v1/videos/${finished.id}/content`, { headers, redirect: 'manual' })
    assert.equal(response.status, status)
    const location = response.headers.get('location')
    if (status === 302) assert.ok(location?.startsWith(`${endpoint}/vidgate-test/output/`), String(location))
    else assert.ok((await bytesOf(response)).equals(finished.video))
  }
})

test('only pages of a gateway that redirects may load from the bucket', async () => {
  const policies = async (url: string) => {
    const [page, docs] = await Promise.all(['/', '/v1/explorer'].map((path) => fetch(url + path)))
    return [page, docs].map((response) => response?.headers.get('content-security-policy') ?? '')
  }
  for (const policy of await policies(gateway.url)) {
    assert.ok(policy.includes(`connect-src 'self' ${publicEndpoint};`), policy)
    assert.ok(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "), policy)
  }
  assert.ok((await policies(gateway.url))[0]?.includes(`media-src 'self' ${publicEndpoint} blob:;`))
  const other = await startTestGateway({}, { environment: s3.environment })
  for (const policy of await policies(other.url)) assert.ok(!policy.includes('http'), policy)
})
