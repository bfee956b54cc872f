import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES, type Scope } from '../../src/key/caller.ts'
import { listen, send } from '../graphql/client.ts'
import { messageOf, openSocket } from '../socket/client.ts'
import { uploadsLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { sendMultipart } from '../support/graphql-upload.ts'
import { corpus, upload, uploaded } from '../support/material.ts'
import { rowsOf } from '../support/rows.ts'

/** Every operation of both doors with every scope but its own, and with its own alone. */

const gateway = await startTestGateway({ scopes: SCOPES })

const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const { body: spare } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
const png = await corpus('rgb.png')
const [file, other] = [await uploaded(gateway, png, 'reference'), await uploaded(gateway, png, 'reference')]

async function keyWith(scopes: readonly Scope[]): Promise<string> {
  return (await gateway.call('POST', '/v1/api-keys', { name: scopes.join(), scopes })).body.key
}

const without = new Map<Scope, string>()
const only = new Map<Scope, string>()
for (const scope of SCOPES) {
  without.set(scope, await keyWith(SCOPES.filter((each) => each !== scope)))
  only.set(scope, await keyWith([scope]))
}

const REST: readonly (readonly [scope: Scope | null, method: string, path: string, body?: object])[] = [
  ['videos:write', 'POST', '/v1/videos', { prompt: 'x' }],
  ['videos:read', 'GET', '/v1/videos'],
  ['videos:read', 'GET', `/v1/videos/${task.id}`],
  ['videos:read', 'GET', `/v1/videos/${task.id}/content`],
  ['files:write', 'GET', '/v1/files'],
  ['files:write', 'GET', `/v1/files/${file}`],
  ['files:write', 'DELETE', `/v1/files/${other}`],
  ['videos:write', 'POST', '/v1/prompt/optimize', { prompt: 'a lake' }],
  ['credits:read', 'GET', '/v1/credits'],
  ['keys:admin', 'GET', '/v1/api-keys'],
  ['keys:admin', 'POST', '/v1/api-keys', { name: 'x', scopes: ['keys:admin'] }],
  ['keys:admin', 'DELETE', `/v1/api-keys/${spare.id}`],
  ['keys:admin', 'PATCH', '/v1/account', {}],
  [null, 'GET', '/v1/account'],
  [null, 'GET', '/v1/pricing'],
]

for (const [scope, method, path, body] of REST) {
  const operation = `${method} ${path.replace(/(vid|key|file)_\w+/, '{id}')}`
  const call = (key: string | undefined) => gateway.call(method, path, body, { authorization: `Bearer ${key}` })
  if (!scope) {
    test(`${operation} takes any key`, async () => {
      for (const key of only.values()) assert.equal((await call(key)).status, 200)
    })
    continue
  }
  test(`${operation} needs ${scope}, and no other`, async () => {
    const before = await rowsOf(gateway)
    const refused = await call(without.get(scope))
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
    assert.deepEqual(await rowsOf(gateway), before)
    const { status } = await call(only.get(scope))
    assert.ok(status < 300 || status === 409, String(status))
  })
}

test('POST /v1/files needs files:write, and no other', async () => {
  const before = await uploadsLeft(gateway)
  const refused = await upload(gateway, png, 'reference', { key: without.get('files:write') ?? '' })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
  assert.deepEqual(await uploadsLeft(gateway), before)
  assert.equal((await upload(gateway, png, 'reference', { key: only.get('files:write') ?? '' })).status, 201)
})

const GRAPHQL: readonly (readonly [scope: Scope | null, document: string])[] = [
  ['videos:read', `{ task(id: "${task.id}") { id } }`],
  ['videos:read', `{ node(id: "${task.id}") { id } }`],
  ['videos:read', '{ tasks(first: 1) { nodes { id } } }'],
  ['credits:read', '{ credits { balanceMicro } }'],
  ['credits:read', '{ credits { entries(first: 1) { nodes { id } } } }'],
  ['keys:admin', '{ apiKeys(first: 1) { nodes { id } } }'],
  ['files:write', `{ file(id: "${file}") { id } }`],
  ['files:write', `{ node(id: "${file}") { id } }`],
  ['files:write', '{ files(first: 1) { nodes { id } } }'],
  ['files:write', `mutation { fileDelete(input: {id: "${other}"}) { userErrors { code } } }`],
  ['videos:write', 'mutation { taskCreate(input: {prompt: "x"}) { created userErrors { code } } }'],
  ['videos:write', 'mutation { promptOptimize(input: {prompt: "a lake"}) { userErrors { code } } }'],
  ['keys:admin', 'mutation { apiKeyCreate(input: {name: "x", scopes: [KEYS_ADMIN]}) { key userErrors { code } } }'],
  ['keys:admin', `mutation { apiKeyRevoke(input: {id: "${spare.id}"}) { apiKey { id } userErrors { code } } }`],
  ['keys:admin', 'mutation { accountUpdate(input: {}) { account { id } userErrors { code } } }'],
  [null, '{ account { id } }'],
  [null, '{ pricing { currency } }'],
]

for (const [scope, document] of GRAPHQL) {
  const [operation] = document.match(/\w+(?=[({ ])(?<!mutation)/) ?? []
  const call = (key: string | undefined) => send(gateway, document, undefined, { authorization: `Bearer ${key}` })
  if (!scope) {
    test(`${operation} takes any key`, async () => {
      for (const key of only.values()) assert.equal((await call(key)).errors, undefined)
    })
    continue
  }
  test(`${operation} needs ${scope}, and no other`, async () => {
    const before = await rowsOf(gateway)
    const refused = await call(without.get(scope))
    assert.deepEqual(
      refused.errors?.map(({ extensions }) => extensions.code),
      ['insufficient_scope'],
    )
    assert.deepEqual(await rowsOf(gateway), before)
    assert.equal((await call(only.get(scope))).errors, undefined)
  })
}

test('fileUpload needs files:write, and no other', async () => {
  const query = 'mutation ($input: FileUploadInput!) { fileUpload(input: $input) { file { id } userErrors { code } } }'
  const send = async (key: string | undefined) => {
    const variables = { input: { file: null, purpose: 'REFERENCE' } }
    return (await sendMultipart(gateway, { query, variables, file: png, headers: { authorization: `Bearer ${key}` } }))
      .body
  }
  const before = await uploadsLeft(gateway)
  const refused = await send(without.get('files:write'))
  assert.equal(refused.errors[0].extensions.code, 'insufficient_scope')
  assert.deepEqual(await uploadsLeft(gateway), before)
  assert.deepEqual((await send(only.get('files:write'))).data.fileUpload.userErrors, [])
})

const SUBSCRIPTIONS: readonly (readonly [scope: Scope, field: string])[] = [
  ['videos:read', `taskUpdated(id: "${task.id}") { seq }`],
  ['videos:read', 'tasksUpdated { seq }'],
  ['credits:read', 'creditsUpdated { balanceMicro }'],
]

for (const [scope, field] of SUBSCRIPTIONS) {
  const query = `subscription { ${field} }`
  const [name] = field.match(/\w+/) ?? []

  const overEvents = async (key: string) => {
    const aborter = new AbortController()
    const { value } = await listen({ ...gateway, key }, query, {}, aborter.signal).next()
    aborter.abort()
    return value?.errors?.[0]?.extensions.code ?? null
  }

  const overSocket = async (key: string) => {
    const socket = await openSocket(gateway, { authorization: `Bearer ${key}` })
    socket.send('{"type":"connection_init"}')
    await messageOf(socket)
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    const { type, payload } = JSON.parse(await messageOf(socket))
    socket.close()
    return type === 'error' ? payload[0].extensions.code : (payload.errors?.[0].extensions.code ?? null)
  }

  test(`${name} needs ${scope}, and no other, over SSE and over a socket`, async () => {
    for (const asked of [overEvents, overSocket]) {
      assert.equal(await asked(without.get(scope) ?? ''), 'insufficient_scope')
      assert.equal(await asked(only.get(scope) ?? ''), null)
    }
  })
}
