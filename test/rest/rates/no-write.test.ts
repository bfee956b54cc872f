import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

test('500 calls cause a handful of writes', async () => {
  const query = mock.method(pool, 'query')
  const start = performance.now()
  for (let sent = 0; sent < 500; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.call('GET', '/v1/pricing')))
    assert.ok(answers.every(({ status }) => status === 200))
  }
  const seconds = (performance.now() - start) / 1000
  const texts = query.mock.calls.map(({ arguments: [statement] }) => (statement as unknown as { text: string }).text)
  query.mock.restore()
  const writes = texts.filter((text) => /^\s*(insert|update|delete|with)\b/i.test(text ?? ''))
  const counts = writes.filter((text) => text.includes('rate_window'))
  // Once a second, and a sweep of old minutes that may run meanwhile.
  assert.ok(counts.length <= seconds + 2, `${counts.length} writes of counts in ${seconds} s`)
  assert.ok(writes.length <= 2 * seconds + 5, `${writes.length} writes in ${seconds} s`)
})

test('a signed link costs nothing', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 1 })
  const bearer = { authorization: `Bearer ${key}` }
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, bearer)
  const { path } = gateway.rooms.links.sign(body.id, 'video')
  for (let i = 0; i < 5; i++) {
    const answer = await gateway.call('GET', path, undefined, bearer)
    assert.equal(answer.body.error.code, 'video_not_ready')
    assert.equal(answer.headers.get('ratelimit'), null)
  }
  assert.equal((await gateway.call('GET', `/v1/videos/${body.id}`, undefined, bearer)).status, 200)
})
