import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { verifyWebhook, WebhookError, type WebhookHeaders } from '../../../packages/client/src/webhooks.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { DELIVERING, startReceiver } from '../../webhook/receiver.ts'

const receiver = await startReceiver()
const gateway = await startTestGateway({ scopes: SCOPES }, DELIVERING)
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: '…', webhook_url: receiver.url })
await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
const [delivery] = await receiver.got(1)
assert.ok(delivery)
const { text, headers } = delivery
const sentHeaders = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
  name.startsWith('webhook-') ? [[name, String(value)]] : [],
)
const { secret } = (await gateway.call('GET', '/v1/webhooks/secret')).body
const OTHER = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const refused = async (body: string, given: WebhookHeaders = headers, by: string | string[] = secret) =>
  assert.rejects(verifyWebhook(by, body, given), WebhookError)

test('a delivery is verified from the headers of Node or fetch, and from text or bytes', async () => {
  const event = await verifyWebhook(secret, text, headers)
  assert.deepEqual([event.type, event.data.id], ['video.cancelled', task.id])
  assert.deepEqual(await verifyWebhook(secret, new TextEncoder().encode(text), new Headers(sentHeaders)), event)
})

test('with several secrets or signatures any may match', async () => {
  assert.equal((await verifyWebhook([OTHER, secret], text, headers)).id, headers['webhook-id'])
  const several = { ...headers, 'webhook-signature': `v1a,x v1,AAAA ${headers['webhook-signature']} v1,%` }
  assert.equal((await verifyWebhook(secret, text, several)).id, headers['webhook-id'])
})

test('a changed body, id, time or signature, another secret and a missing header are refused', async () => {
  await refused(`${text} `)
  await refused(text, { ...headers, 'webhook-id': 'evt_other' })
  await refused(text, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })
  for (const signature of ['', 'v1,', 'v1', 'v1,%', headers['webhook-signature']?.replace('v1,', 'v2,')]) {
    await refused(text, { ...headers, 'webhook-signature': signature })
  }
  await refused(text, headers, OTHER)
  await refused(text, headers, [])
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    await refused(text, { ...headers, [name]: undefined })
  }
  await assert.rejects(verifyWebhook('whsec_', text, headers), TypeError)
})

test('a time is accepted within the tolerance, in the past and the future', async (t) => {
  const sent = Number(headers['webhook-timestamp']) * 1000
  const at = async (ms: number, options = {}) => {
    t.mock.timers.reset()
    t.mock.timers.enable({ apis: ['Date'], now: ms })
    return verifyWebhook(secret, text, headers, options).then(
      () => true,
      (error) => assert.ok(error instanceof WebhookError),
    )
  }
  for (const direction of [-1, 1]) {
    assert.ok(await at(sent + direction * 300_000))
    assert.ok(!(await at(sent + direction * 300_001)))
    assert.ok(await at(sent + direction * 900_000, { toleranceSeconds: 900 }))
  }
  await refused(text, { ...headers, 'webhook-timestamp': 'NaN' })
})

test('the receiver of the README answers a delivery with 204, and any other request with 400', async () => {
  const [, program = ''] =
    /```js\n(\/\/ hook\.js[\s\S]*?)```/.exec(await readFile('packages/client/README.md', 'utf8')) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-hook-'))
  after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'hook.mjs')
  const source = import.meta.resolve('../../../packages/client/src/webhooks.ts')
  await writeFile(
    path,
    program.replace('@vidgate/client/webhooks', source).replace('process.env.SECRET', `'${secret}'`),
  )
  const { POST } = await import(pathToFileURL(path).href)
  const send = (body: string) => POST(new Request('http://hook', { method: 'POST', body, headers: sentHeaders }))
  assert.deepEqual([(await send(text)).status, (await send('{}')).status], [204, 400])
})
