import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const other = await gateway.newAccount()
const foreign = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { authorization: `Bearer ${other.key}` })
const { body: foreignCredits } = await gateway.call('GET', '/v1/credits', undefined, {
  authorization: `Bearer ${other.key}`,
})

const CASES: readonly (readonly [path: string, code: string, param: string])[] = [
  ['/v1/videos?limit=0', 'invalid_parameter', 'limit'],
  ['/v1/videos?limit=101', 'invalid_parameter', 'limit'],
  ['/v1/videos?limit=', 'invalid_parameter', 'limit'],
  ['/v1/videos?limit=1.5', 'invalid_parameter', 'limit'],
  ['/v1/videos?limit=-1', 'invalid_parameter', 'limit'],
  ['/v1/videos?limit=1&limit=2', 'invalid_parameter', 'limit'],
  ['/v1/videos?order=up', 'invalid_parameter', 'order'],
  ['/v1/videos?status=', 'invalid_parameter', 'status'],
  ['/v1/videos?status=queued,done', 'invalid_parameter', 'status'],
  ['/v1/videos?mode=text', 'invalid_parameter', 'mode'],
  ['/v1/videos?created_after=yesterday', 'invalid_parameter', 'created_after'],
  ['/v1/videos?created_after=2026-02-30T00:00:00Z', 'invalid_parameter', 'created_after'],
  ['/v1/videos?created_before=2026-11-27T21:57:00', 'invalid_parameter', 'created_before'],
  ['/v1/videos?created_before=1700000000', 'invalid_parameter', 'created_before'],
  ['/v1/videos?after=', 'invalid_cursor', 'after'],
  ['/v1/videos?after=vid_unknown', 'invalid_cursor', 'after'],
  [`/v1/videos?after=${foreign.body.id}`, 'invalid_cursor', 'after'],
  ['/v1/videos?after=%00', 'invalid_parameter', 'after'],
  ['/v1/videos?after=%ff', 'invalid_parameter', 'after'],
  ['/v1/videos?page=2', 'unknown_parameter', 'page'],
  ['/v1/videos?%zz=2', 'unknown_parameter', '%zz'],
  ['/v1/videos/vid_1?include=all', 'unknown_parameter', 'include'],
  ['/v1/videos/vid_1/content?variant=audio', 'invalid_parameter', 'variant'],
  ['/v1/videos/vid_1/content?download=1', 'unknown_parameter', 'download'],
  ['/v1/credits?kind=gift', 'invalid_parameter', 'kind'],
  ['/v1/credits?limit=1000', 'invalid_parameter', 'limit'],
  ['/v1/credits?after=led_unknown', 'invalid_cursor', 'after'],
  [`/v1/credits?after=${foreignCredits.ledger.first_id}`, 'invalid_cursor', 'after'],
  ['/v1/credits?task_id=%00', 'invalid_parameter', 'task_id'],
  ['/v1/credits?order=asc', 'unknown_parameter', 'order'],
  ['/v1/pricing?currency=EUR', 'unknown_parameter', 'currency'],
]

test('bad queries are refused with a code and a param', async (t) => {
  for (const [path, code, param] of CASES) {
    await t.test(path, async () => {
      const answer = await gateway.call('GET', path)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.type, 'invalid_request_error')
      assert.equal(answer.body.error.code, code)
      assert.equal(answer.body.error.param, param)
    })
  }
})

test('an unencoded + gets a specific message, and an encoded one is accepted', async () => {
  const time = '2026-11-27T21:57:00+08:00'
  for (const name of ['created_after', 'created_before']) {
    const { status, body } = await gateway.call('GET', `/v1/videos?${name}=${time}`)
    assert.deepEqual([status, body.error.param], [400, name])
    assert.equal(body.error.message, `${name} contains a + that must be sent as %2B.`)
    assert.equal((await gateway.call('GET', `/v1/videos?${name}=${encodeURIComponent(time)}`)).status, 200)
  }
})

test('a key without the scope is refused before its query is checked', async () => {
  const { key } = await gateway.newAccount({ scopes: ['files:write'] })
  for (const path of ['/v1/videos?x=1', '/v1/videos/y?x=1', '/v1/videos/y/content?x=1', '/v1/credits?x=1']) {
    const answer = await gateway.call('GET', path, undefined, { authorization: `Bearer ${key}` })
    assert.equal(answer.status, 403, path)
    assert.equal(answer.body.error.code, 'insufficient_scope')
  }
  const pricing = await gateway.call('GET', '/v1/pricing', undefined, { authorization: `Bearer ${key}` })
  assert.equal(pricing.status, 200)
})
