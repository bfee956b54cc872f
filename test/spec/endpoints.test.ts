import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'

/** The specification's table of endpoints (spec 4, 5, 9). */

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })

const ENDPOINTS = [
  ['POST', '/v1/videos'],
  ['GET', '/v1/videos'],
  ['GET', '/v1/videos/{id}'],
  ['GET', '/v1/videos/{id}/content'],
  ['POST', '/v1/videos/{id}/cancel'],
  ['GET', '/v1/videos/{id}/upscale'],
  ['POST', '/v1/videos/{id}/upscale'],
  ['GET', '/v1/pricing'],
  ['DELETE', '/v1/videos/{id}'],
  ['POST', '/v1/files'],
  ['POST', '/v1/prompt/optimize'],
  ['GET', '/v1/credits'],
  ['GET', '/v1/api-keys'],
  ['POST', '/v1/api-keys'],
  ['DELETE', '/v1/api-keys/{id}'],
] as const

async function spareTask(): Promise<string> {
  const { status, body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  assert.equal(status, 202)
  return body.id
}

async function spareKey(): Promise<string> {
  const { status, body } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
  assert.equal(status, 201)
  return body.id
}

for (const [method, path] of ENDPOINTS) {
  test(`${method} ${path} exists under /v1 only and needs a key`, async () => {
    const target = path.includes('api-keys') ? await spareKey() : await spareTask()
    const address = path.replace('{id}', target)
    const before = await rowsOf(gateway)
    for (const authorization of ['', 'Bearer', 'Basic dmdrOg==', 'Bearer vgk_nobody']) {
      const refused = await gateway.call(method, address, undefined, { authorization })
      assert.equal(refused.status, 401, authorization)
      assert.equal(refused.body.error?.type, 'authentication_error')
    }
    const elsewhere = await gateway.call(method, address.replace('/v1', '/v2'))
    assert.deepEqual([elsewhere.status, elsewhere.body.error?.code], [404, 'route_not_found'])
    assert.deepEqual(await rowsOf(gateway), before)
    const { status, body } = await gateway.call(method, address)
    assert.ok(![401, 403, 405].includes(status) && body?.error?.code !== 'route_not_found', `${status}`)
  })
}

test('GraphQL needs a key', async () => {
  const query = '{ credits { balanceMicro } }'
  const refused = await gateway.call('POST', '/graphql', { query }, { authorization: '' })
  assert.deepEqual([refused.status, refused.body.errors[0].extensions.code], [401, 'missing_api_key'])
  assert.equal((await gateway.call('POST', '/graphql', { query })).status, 200)
})
