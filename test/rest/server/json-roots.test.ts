import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { OPERATOR_KEY, WITH_DOOR } from '../../admin/operator.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ scopes: SCOPES }, WITH_DOOR)
const { body: spare } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
const { body: video } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })

/** Every address that reads a JSON body. */
const DOORS = [
  ['POST', '/v1/videos'],
  ['POST', '/v1/videos?dry_run=true'],
  ['POST', `/v1/videos/${video.id}/upscale`],
  ['POST', '/v1/prompt/optimize'],
  ['POST', '/v1/read-tokens'],
  ['POST', '/v1/api-keys'],
  ['PATCH', `/v1/api-keys/${spare.id}`],
  ['PATCH', '/v1/account'],
  ['POST', '/graphql'],
  ['POST', '/admin/graphql'],
] as const

/** A GraphQL request as a form, with this as its operations. */
async function byForm(operations: string): Promise<number> {
  const form = new FormData()
  form.append('operations', operations)
  form.append('map', '{}')
  const headers = { authorization: `Bearer ${gateway.key}`, 'graphql-require-preflight': '1' }
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', body: form, headers })
  assert.match(await response.text(), /^\{"errors":/)
  return response.status
}

for (const root of ['null', 'true', '17', '"text"', '[]', '[{}]', '[null]']) {
  test(`every API answers a body that is ${root} with 400`, async () => {
    for (const [method, path] of DOORS) {
      const key = path.startsWith('/admin') ? OPERATOR_KEY : gateway.key
      const { status, body } = await gateway.call(method, path, root, { authorization: `Bearer ${key}` })
      const code = body.error?.code ?? body.errors[0].extensions.code
      assert.deepEqual([status, code], [400, path.endsWith('graphql') ? 'bad_request' : 'invalid_parameter'], path)
    }
    assert.equal(await byForm(root), 400)
  })
}
