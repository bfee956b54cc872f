import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema } from '../../schema/index.ts'
import { SERVED } from '../../src/http/rest/routes/documents.ts'
import { SCOPES, type Scope } from '../../src/key/caller.ts'
import { listen, send } from '../graphql/client.ts'
import { deliveredTask, deliveryOf } from '../rest/webhooks/support.ts'
import { messageOf, openSocket } from '../socket/client.ts'
import { uploadsLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { sendMultipart } from '../support/graphql-upload.ts'
import { corpus, upload, uploaded } from '../support/material.ts'
import { BY_NAME, exampleOf, pathOf } from '../support/routes.ts'
import { rowsOf } from '../support/rows.ts'
import { DELIVERING, startReceiver } from '../webhook/receiver.ts'

/** Every operation of REST and GraphQL with every scope: its own scope is enough, and all others together are not. */

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 }, DELIVERING)
const ended = await deliveredTask(gateway, (await startReceiver()).url)
const delivery = (await deliveryOf(gateway, ended)).id
const { body: doomed } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const { body: spare } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
const png = await corpus('rgb.png')
const [file, other] = [await uploaded(gateway, png, 'reference'), await uploaded(gateway, png, 'reference')]

async function keyWith(scopes: readonly Scope[]): Promise<string> {
  return (await gateway.call('POST', '/v1/api-keys', { name: scopes.join(), scopes })).body.key
}

const only = new Map<Scope, string>()
const without = new Map<Scope, string>()
for (const scope of SCOPES) {
  only.set(scope, await keyWith([scope]))
  without.set(scope, await keyWith(SCOPES.filter((each) => each !== scope)))
}

/** Keys without any of these scopes. */
async function closed(needs: readonly Scope[]): Promise<(string | undefined)[]> {
  const others = SCOPES.filter((scope) => !needs.includes(scope))
  return [...others.map((scope) => only.get(scope)), await keyWith(others)]
}

/** A scope, one of several, any key at all, or none. */
type Need = Scope | readonly Scope[] | 'any key' | 'no key'

/** What each route needs, stated here apart from its declaration. */
const REST: Readonly<Record<string, Need>> = {
  'POST /v1/videos': 'videos:write',
  'POST /v1/videos?dry_run=true': 'videos:read',
  'GET /v1/videos': 'videos:read',
  'GET /v1/videos/:id': 'videos:read',
  'DELETE /v1/videos/:id': 'videos:write',
  'POST /v1/videos/:id/cancel': 'videos:write',
  'GET /v1/videos/:id/upscale': 'videos:read',
  'POST /v1/videos/:id/upscale': 'videos:write',
  'GET /v1/videos/:id/content': 'videos:read',
  'GET /v1/videos/:id/events': 'videos:read',
  'GET /v1/files': 'files:write',
  'GET /v1/files/:id': 'files:write',
  'DELETE /v1/files/:id': 'files:write',
  'POST /v1/prompt/optimize': 'videos:write',
  'GET /v1/credits': 'credits:read',
  'GET /v1/credits/export.csv': 'credits:read',
  'GET /v1/capabilities': 'any key',
  'GET /v1/pricing': 'any key',
  'GET /v1/api-keys': 'keys:admin',
  'POST /v1/api-keys': 'keys:admin',
  'PATCH /v1/api-keys/:id': 'keys:admin',
  'DELETE /v1/api-keys/:id': 'keys:admin',
  'POST /v1/read-tokens': 'videos:read',
  'GET /v1/account': 'any key',
  // Which of the two a part of it needs: test/rest/account.
  'PATCH /v1/account': ['videos:write', 'keys:admin'],
  'GET /v1/webhooks/secret': 'keys:admin',
  'POST /v1/webhooks/secret/rotate': 'keys:admin',
  'GET /v1/webhooks/deliveries': 'videos:read',
  'GET /v1/webhooks/deliveries/:id': 'videos:read',
  'POST /v1/webhooks/deliveries/:id/replay': 'videos:write',
  'POST /v1/webhooks/test': 'videos:write',
  'POST /openai/v1/videos': 'videos:write',
  'GET /openai/v1/videos': 'videos:read',
  'GET /openai/v1/videos/:id': 'videos:read',
  'DELETE /openai/v1/videos/:id': 'videos:write',
  'GET /openai/v1/videos/:id/content': 'videos:read',
  'POST /openai/v1/videos/:id/remix': 'videos:read',
  'POST /mcp': 'any key',
  'GET /openai/v1/models': 'any key',
  'GET /openai/v1/models/:id': 'any key',
  'GET /v1/openapi.json': 'no key',
  'GET /v1/docs': 'no key',
  'GET /v1/explorer': 'no key',
  'GET /v1/docs/errors': 'no key',
  'GET /v1/docs/assets/:name': 'no key',
  'GET /healthz': 'no key',
  'GET /readyz': 'no key',
  ...Object.fromEntries(['llms.txt', ...SERVED].map((path) => [`GET /${path}`, 'no key'] as const)),
}
const UPLOAD = 'POST /v1/files'

const IDS = { vid: ended, file, key: spare.id, whd: delivery }

/** Calls that a route's own id and example do not serve: they would end or spend what the others need. */
const OTHER: Readonly<Record<string, { readonly ids?: Record<string, string>; readonly body?: object }>> = {
  'DELETE /v1/videos/:id': { ids: { vid: doomed.id } },
  'DELETE /openai/v1/videos/:id': { ids: { vid: doomed.id } },
  'POST /v1/videos/:id/cancel': { ids: { vid: doomed.id } },
  'POST /v1/videos/:id/upscale': { body: { amount_micro: 1 } },
  'DELETE /v1/files/:id': { ids: { file: other } },
  'POST /v1/api-keys': { body: { name: 'x', scopes: ['keys:admin'] } },
  'PATCH /v1/account': { body: {} },
  'POST /v1/webhooks/test': { body: { url: 'http://127.0.0.1:9/' } },
}

/** The path and body of a call. */
function callOf(operation: string): readonly [path: string, body: object | undefined] {
  const [name = '', query] = operation.split('?')
  const route = BY_NAME.get(name) ?? assert.fail(operation)
  const { ids, body } = OTHER[operation] ?? {}
  return [`${pathOf(route, { ...IDS, ...ids })}${query ? `?${query}` : ''}`, body ?? exampleOf(route)]
}

/** A root field, the REST operation that needs the same, and what asks for it. */
const GRAPHQL: readonly (readonly [field: string, twin: string, selection: string])[] = [
  ['Query.account', 'GET /v1/account', 'account { id }'],
  ['Query.apiKeys', 'GET /v1/api-keys', 'apiKeys(first: 1) { nodes { id } }'],
  ['Query.credits', 'GET /v1/credits', 'credits { balanceMicro }'],
  ['Query.credits', 'GET /v1/credits', 'credits { entries(first: 1) { nodes { id } } }'],
  ['Query.file', 'GET /v1/files/:id', `file(id: "${file}") { id }`],
  ['Query.files', 'GET /v1/files', 'files(first: 1) { nodes { id } }'],
  ['Query.node', 'GET /v1/videos/:id', `node(id: "${ended}") { id }`],
  ['Query.node', 'GET /v1/files/:id', `node(id: "${file}") { id }`],
  ['Query.node', 'GET /v1/api-keys', 'node(id: "key_none") { id }'],
  ['Query.node', 'GET /v1/credits', 'node(id: "led_none") { id }'],
  ['Query.node', 'GET /v1/webhooks/deliveries', 'node(id: "whd_none") { id }'],
  ['Query.capabilities', 'GET /v1/capabilities', 'capabilities { contextIr }'],
  ['Query.pricing', 'GET /v1/pricing', 'pricing { currency }'],
  ['Query.task', 'GET /v1/videos/:id', `task(id: "${ended}") { id }`],
  ['Query.taskQuote', 'POST /v1/videos?dry_run=true', 'taskQuote(input: {prompt: "x"}) { valid }'],
  ['Query.tasks', 'GET /v1/videos', 'tasks(first: 1) { nodes { id } }'],
  ['Query.taskStates', 'GET /v1/videos/:id', 'taskStates(id: "vid_none") { status }'],
  ['Query.upscaleQuote', 'GET /v1/videos/:id/upscale', 'upscaleQuote(taskId: "vid_none") { amountMicro }'],
  ['Query.webhookDeliveries', 'GET /v1/webhooks/deliveries', 'webhookDeliveries(first: 1) { nodes { id } }'],
  ['Query.webhookSecret', 'GET /v1/webhooks/secret', 'webhookSecret { createdAt }'],
  ['Mutation.accountUpdate', 'PATCH /v1/account', 'accountUpdate(input: {}) { userErrors { code } }'],
  [
    'Mutation.apiKeyCreate',
    'POST /v1/api-keys',
    'apiKeyCreate(input: {name: "x", scopes: [KEYS_ADMIN]}) { userErrors { code } }',
  ],
  [
    'Mutation.apiKeyUpdate',
    'PATCH /v1/api-keys/:id',
    `apiKeyUpdate(input: {id: "${spare.id}"}) { userErrors { code } }`,
  ],
  [
    'Mutation.apiKeyRevoke',
    'DELETE /v1/api-keys/:id',
    `apiKeyRevoke(input: {id: "${spare.id}"}) { userErrors { code } }`,
  ],
  ['Mutation.fileDelete', 'DELETE /v1/files/:id', `fileDelete(input: {id: "${other}"}) { userErrors { code } }`],
  [
    'Mutation.promptOptimize',
    'POST /v1/prompt/optimize',
    'promptOptimize(input: {prompt: "a lake"}) { userErrors { code } }',
  ],
  [
    'Mutation.readTokenCreate',
    'POST /v1/read-tokens',
    `readTokenCreate(input: {taskId: "${ended}"}) { userErrors { code } }`,
  ],
  [
    'Mutation.taskCancel',
    'POST /v1/videos/:id/cancel',
    `taskCancel(input: {id: "${doomed.id}"}) { userErrors { code } }`,
  ],
  ['Mutation.taskCreate', 'POST /v1/videos', 'taskCreate(input: {prompt: "x"}) { userErrors { code } }'],
  ['Mutation.taskDelete', 'DELETE /v1/videos/:id', `taskDelete(input: {id: "${doomed.id}"}) { userErrors { code } }`],
  [
    'Mutation.taskUpscale',
    'POST /v1/videos/:id/upscale',
    `taskUpscale(input: {taskId: "${ended}", amountMicro: 1}) { userErrors { code } }`,
  ],
  [
    'Mutation.webhookDeliveryReplay',
    'POST /v1/webhooks/deliveries/:id/replay',
    `webhookDeliveryReplay(input: {id: "${delivery}"}) { userErrors { code } }`,
  ],
  [
    'Mutation.webhookTest',
    'POST /v1/webhooks/test',
    'webhookTest(input: {url: "http://127.0.0.1:9/"}) { userErrors { code } }',
  ],
  [
    'Mutation.webhookSecretRotate',
    'POST /v1/webhooks/secret/rotate',
    'webhookSecretRotate(input: {}) { userErrors { code } }',
  ],
]

const SUBSCRIPTIONS: readonly (readonly [field: string, twin: string, selection: string])[] = [
  ['Subscription.taskUpdated', 'GET /v1/videos/:id/events', `taskUpdated(id: "${ended}") { seq }`],
  ['Subscription.tasksUpdated', 'GET /v1/videos', 'tasksUpdated { seq }'],
  ['Subscription.creditsUpdated', 'GET /v1/credits', 'creditsUpdated { balanceMicro }'],
]

test('the test covers every route and every root field', () => {
  const routes = new Set(Object.keys(REST).map((operation) => operation.replace(/\?.*/, '')))
  assert.deepEqual([...routes, UPLOAD].sort(), [...BY_NAME.keys()].sort())
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const fields = types.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`))
  const looked = new Set([...GRAPHQL, ...SUBSCRIPTIONS].map(([field]) => field)).add('Mutation.fileUpload')
  assert.deepEqual([...looked].sort(), fields.sort())
})

const bearing = (key: string | undefined) => ({ authorization: `Bearer ${key}` })
const needOf = (twin: string): Need => REST[twin] ?? assert.fail(twin)

/** @param codeOf the refusal of the operation for a key, or null */
function checks(name: string, need: Need, codeOf: (key: string | undefined) => Promise<string | null>): void {
  if (need === 'any key' || need === 'no key') {
    test(`${name} ${need === 'any key' ? 'accepts any key' : 'needs no key'}`, async () => {
      for (const key of [...only.values(), ...without.values()]) assert.equal(await codeOf(key), null)
      assert.equal(await codeOf('none'), need === 'no key' ? null : 'invalid_api_key')
    })
    return
  }
  const needs = [need].flat()
  test(`${name} needs ${needs.join(' or ')} and no other scope`, async () => {
    const keys = await closed(needs)
    const before = await rowsOf(gateway)
    for (const key of keys) assert.equal(await codeOf(key), 'insufficient_scope')
    assert.deepEqual(await rowsOf(gateway), before)
    for (const scope of needs) assert.notEqual(await codeOf(only.get(scope)), 'insufficient_scope')
  })
}

for (const [operation, need] of Object.entries(REST)) {
  const [method = ''] = operation.split(' ')
  const [path, body] = callOf(operation)
  checks(operation, need, async (key) => {
    const answer = await gateway.call(method, path, body, bearing(key))
    const code = answer.status < 400 ? null : answer.body.error.code
    assert.equal(answer.status === 403, code === 'insufficient_scope')
    return code
  })
}

for (const [field, twin, selection] of GRAPHQL) {
  const document = `${field.startsWith('Query') ? 'query' : 'mutation'} { ${selection} }`
  checks(`${field} (${selection.slice(0, 20)})`, needOf(twin), async (key) => {
    const { errors } = await send(gateway, document, undefined, bearing(key))
    return errors?.[0]?.extensions.code ?? null
  })
}

for (const [field, twin, selection] of SUBSCRIPTIONS) {
  const query = `subscription { ${selection} }`

  checks(`${field} over SSE`, needOf(twin), async (key) => {
    const aborter = new AbortController()
    const { value } = await listen({ ...gateway, key: key ?? '' }, query, {}, aborter.signal).next()
    aborter.abort()
    return value?.errors?.[0]?.extensions.code ?? null
  })

  checks(`${field} over a socket`, needOf(twin), async (key) => {
    const socket = await openSocket(gateway, bearing(key))
    socket.send('{"type":"connection_init"}')
    await messageOf(socket)
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    const { type, payload } = JSON.parse(await messageOf(socket))
    socket.close()
    return type === 'error' ? payload[0].extensions.code : (payload.errors?.[0].extensions.code ?? null)
  })
}

const UPLOADS: Readonly<Record<string, (key: string) => Promise<string | null>>> = {
  async [UPLOAD](key) {
    const { body } = await upload(gateway, png, 'reference', { key })
    return body.error?.code ?? null
  },
  async 'Mutation.fileUpload'(key) {
    const query = 'mutation ($input: FileUploadInput!) { fileUpload(input: $input) { userErrors { code } } }'
    const variables = { input: { file: null, purpose: 'REFERENCE' } }
    const { body } = await sendMultipart(gateway, { query, variables, file: png, headers: bearing(key) })
    return body.errors?.[0].extensions.code ?? body.data.fileUpload.userErrors[0]?.code ?? null
  },
}

for (const [operation, codeOf] of Object.entries(UPLOADS)) {
  test(`${operation} needs files:write and no other scope`, async () => {
    const keys = await closed(['files:write'])
    const before = await uploadsLeft(gateway)
    for (const key of keys) assert.equal(await codeOf(key ?? ''), 'insufficient_scope')
    assert.deepEqual(await uploadsLeft(gateway), before)
    assert.equal(await codeOf(only.get('files:write') ?? ''), null)
  })
}
