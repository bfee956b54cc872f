import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { EventSource } from 'eventsource'
import { startTestGateway } from '../../support/gateway.ts'
import { programOf } from '../../support/joined.ts'
import { finishedTask } from '../content/finished.ts'
import { bearing, readToken } from './token.ts'

/** Uses of a token in a browser that cannot set headers. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const own = await finishedTask(gateway)
const other = await finishedTask(gateway)
const token = await readToken(gateway, { task_id: own.id })

const get = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)
const codeOf = async (response: Response) => [response.status, (await response.json()).error.code]

test('a stock EventSource subscribes with a token in its address', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const address = `${gateway.url}/v1/videos/${task.id}/events?token=${await readToken(gateway, { task_id: task.id })}`
  const source = new EventSource(address)
  const seen: string[] = []
  const over = new Promise<number | undefined>((resolve) => {
    source.onerror = ({ code }) => void (source.readyState === source.CLOSED && resolve(code))
  })
  await new Promise<void>((resolve) => {
    source.onmessage = ({ data, lastEventId }) => {
      seen.push(`${lastEventId} ${JSON.parse(data).status}`)
      resolve()
    }
  })
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  assert.equal(await over, 204)
  assert.deepEqual(seen, ['1 queued', '2 cancelled'])
})

test('a <video> plays with a token in its address, with ranges, HEAD and thumbnail', async () => {
  const path = `/v1/videos/${own.id}/content`
  const part = await get(`${path}?token=${token}`, { headers: { range: 'bytes=5-9' } })
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 5-9/${own.video.length}`])
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), own.video.subarray(5, 10))
  assert.equal(part.headers.get('referrer-policy'), 'no-referrer')
  const thumbnail = await get(`${path}?variant=thumbnail&token=${token}`)
  assert.deepEqual(Buffer.from(await thumbnail.arrayBuffer()), own.thumbnail)
  const head = await get(`${path}?token=${token}`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(own.video.length)])
})

test('a token in an address opens no other task, and refusals send no referrer', async () => {
  for (const route of ['content', 'events']) {
    const refused = await get(`/v1/videos/${other.id}/${route}?token=${token}`)
    assert.equal(refused.headers.get('referrer-policy'), 'no-referrer')
    assert.deepEqual(await codeOf(refused), [404, 'video_not_found'])
  }
})

test('a key in an address is refused, and the header takes precedence', async () => {
  const path = `/v1/videos/${own.id}/content`
  assert.deepEqual(await codeOf(await get(`${path}?token=${gateway.key}`)), [401, 'missing_api_key'])
  assert.deepEqual(await codeOf(await get(`${path}?token=`)), [401, 'missing_api_key'])
  const wrong = { headers: bearing('vgk_wrong') }
  assert.deepEqual(await codeOf(await get(`${path}?token=${token}`, wrong)), [401, 'invalid_api_key'])
  const { key } = await gateway.newAccount()
  assert.deepEqual(await codeOf(await get(`${path}?token=${token}`, { headers: bearing(key) })), [
    404,
    'video_not_found',
  ])
})

test('other addresses accept no token', async () => {
  for (const path of ['/v1/videos', `/v1/videos/${own.id}`, `/v1/videos/${own.id}/upscale`, '/v1/credits']) {
    assert.deepEqual(await codeOf(await get(`${path}?token=${token}`)), [401, 'missing_api_key'], path)
  }
  const refused = await get(`/v1/videos/${own.id}?token=${token}`, { headers: bearing(gateway.key) })
  assert.deepEqual(await codeOf(refused), [400, 'unknown_parameter'])
})

test('signed links work as before, and ignore a token beside them', async () => {
  const { body: task } = await gateway.call('GET', `/v1/videos/${own.id}`, undefined, bearing(token))
  const link = await fetch(task.output.video_uri)
  assert.equal(link.status, 200)
  assert.equal((await link.arrayBuffer()).byteLength, own.video.length)
  assert.equal((await fetch(`${task.output.video_uri}&token=${token}x`)).status, 200)
  const spoiled = task.output.video_uri.replace(/signature=.{4}/, 'signature=AAAA')
  assert.deepEqual(await codeOf(await fetch(`${spoiled}&token=${token}`)), [403, 'invalid_signature'])
})

test('no log contains a token', async () => {
  const { databaseUrl, config } = gateway
  const program = await programOf('src/gateway-main.ts')
  const env = {
    ...process.env,
    ...program.environment,
    DATABASE_URL: databaseUrl,
    DATA_DIR: config.dataDir,
    PORT: '0',
    LOG_LEVEL: 'trace',
  }
  const child = fork(program.path, { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  after(() => child.kill('SIGKILL'))
  assert.ok(child.stderr)
  const logged = text(child.stderr)
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }]
  const path = `/v1/videos/${own.id}/content`
  for (const each of [token, `${token}x`]) {
    await (await fetch(`${ready}${path}?token=${each}`)).arrayBuffer()
    await (await fetch(ready + path, { headers: bearing(each) })).arrayBuffer()
  }
  child.kill('SIGTERM')
  const lines = await logged
  assert.ok(lines.includes(path))
  assert.ok(!lines.includes('vgr_'))
})
