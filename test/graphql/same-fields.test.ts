import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNamedType, isObjectType } from 'graphql'
import { schema } from '../../schema/index.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { deliveredTask, startWebhookGateway } from '../rest/webhooks/support.ts'
import { pngOf, uploaded, wavOf } from '../support/material.ts'
import { startReceiver } from '../webhook/receiver.ts'

const gateway = await startWebhookGateway()
const receiver = await startReceiver()
await gateway.rooms.resources.pool.query('update account set audited_balance_micro = 0, audited_at = now()')

/** Fields of REST with another form in GraphQL. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'TaskQuoteMaterial.param': 'path',
  'TaskQuoteMaterial.id': 'fileId',
  'Credits.ledger': 'entries',
  'FileMaterial.usedSeconds': '[FileUsedSeconds!], by duration',
  'Pricing.video': '[ResolutionPrice!], by resolution',
  'Pricing.upscale': '[ResolutionPrice!], by resolution',
  'Pricing.tiers': '[TierFactor!], by tier',
  'Pricing.encoder': 'encoderMicro',
  'Pricing.material': 'MaterialPrices, of plain amounts',
  'WebhookSecret.previous': 'previousExpiresAt',
  'AccountConsole.parameters': '[ConsoleParameter!], by name',
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Fields of a REST object that its GraphQL type does not have. */
function* missing(value: unknown, name: string): Generator<string> {
  const type = schema.getType(name)
  if (Array.isArray(value)) {
    for (const item of value) yield* missing(item, name)
    return
  }
  if (!isObjectType(type) || typeof value !== 'object' || value === null) return
  for (const [word, part] of Object.entries(value)) {
    const path = `${name}.${camel(word)}`
    if (word === 'object' || path in OTHERWISE) continue
    const field = type.getFields()[camel(word)]
    if (field) yield* missing(part, getNamedType(field.type).name)
    else yield path
  }
}

const get = async (path: string) => (await gateway.call('GET', path)).body
const first = async (path: string) => (await get(path)).data[0]

const image = await uploaded(gateway, await pngOf(1344, 768), 'reference')
const sound = await uploaded(gateway, wavOf(6), 'reference')
const finished = await finishedTask(gateway, 10)
const delivered = await deliveredTask(gateway, receiver.url)
const waiting = (await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2 })).body.data[0].id
const quoted = { prompt: '@图片1 @音频1', mode: 'reference_to_video', references: [image, sound] }

const OBJECTS: readonly (readonly [type: string, what: string, read: () => Promise<unknown>])[] = [
  ['Task', 'that succeeded', () => get(`/v1/videos/${finished.id}`)],
  ['Task', 'that waits', () => get(`/v1/videos/${waiting}`)],
  ['Task', 'that was cancelled', () => get(`/v1/videos/${delivered}`)],
  ['File', 'that is an image', () => get(`/v1/files/${image}`)],
  ['File', 'that is audio', () => get(`/v1/files/${sound}`)],
  ['ApiKey', 'of the account', () => first('/v1/api-keys')],
  ['Account', 'of the key', () => get('/v1/account')],
  ['Credits', 'of the account', () => get('/v1/credits')],
  ['LedgerEntry', 'of a freeze', async () => (await get('/v1/credits')).ledger.data[0]],
  ['Pricing', 'in force', () => get('/v1/pricing')],
  ['WebhookDelivery', 'that was delivered', () => first('/v1/webhooks/deliveries')],
  ['WebhookSecret', 'of the account', () => get('/v1/webhooks/secret')],
  ['UpscaleQuote', 'of a video', () => get(`/v1/videos/${finished.id}/upscale`)],
  ['TaskQuote', 'with material', async () => (await gateway.call('POST', '/v1/videos?dry_run=true', quoted)).body],
]

for (const [type, what, read] of OBJECTS) {
  test(`a ${type} ${what} has every field of REST`, async () => {
    const value = await read()
    assert.equal((value as { error?: unknown }).error, undefined)
    assert.deepEqual([...new Set(missing(value, type))], [])
  })
}
