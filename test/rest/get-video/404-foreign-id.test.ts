import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

test('foreign, unknown, deleted and invalid ids get the same 404', async () => {
  const other = await gateway.newAccount()
  const { body: own } = await gateway.call('POST', '/v1/videos', { prompt: 'mine' })
  const { body: deleted } = await gateway.call('POST', '/v1/videos', { prompt: 'gone' })
  await pool.query('update task set deleted_at = now() where id = $1', [deleted.id])
  const asOther = { authorization: `Bearer ${other.key}` }
  assert.equal((await gateway.call('GET', `/v1/videos/${own.id}`)).status, 200)

  const cases: readonly (readonly [id: string, headers: Record<string, string>])[] = [
    [own.id, asOther],
    [deleted.id, {}],
    ['vid_00000000000000000000000000', {}],
    ['vid_%00', {}],
    ['%ff', {}],
    ['%zz', {}],
    ["'%20or%201=1--", {}],
    ['x'.repeat(4000), {}],
  ]
  for (const [id, headers] of cases) {
    for (const path of [`/v1/videos/${id}`, `/v1/videos/${id}/content`]) {
      const answer = await gateway.call('GET', path, undefined, headers)
      assert.equal(answer.status, 404, path)
      assert.equal(answer.body.error.code, 'video_not_found')
      assert.equal(answer.body.error.type, 'invalid_request_error')
    }
  }
})

test('a task is read as its create returned it', async () => {
  const { body: created } = await gateway.call('POST', '/v1/videos', { prompt: 'mine' })
  const answer = await gateway.call('GET', `/v1/videos/${created.id}`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('etag'), null)
  // Its position is computed on request; an accepted create does not wait for it.
  assert.deepEqual(answer.body, { ...created, queue: answer.body.queue })
  assert.deepEqual([created.queue, answer.body.queue.eta_seconds], [null, null])
  const head = await gateway.call('HEAD', `/v1/videos/${created.id}`)
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
})
