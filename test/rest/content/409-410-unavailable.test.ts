import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { finishedTask } from './finished.ts'

const gateway = await startTestGateway()
const { pool, storage } = gateway.rooms.resources

const content = (id: string) => gateway.call('GET', `/v1/videos/${id}/content`)

test('an unfinished task gets 409 video_not_ready, and one without a video 409 video_unavailable', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  for (const [status, code] of [
    ['queued', 'video_not_ready'],
    ['encoding', 'video_not_ready'],
    ['rendering', 'video_not_ready'],
    ['upscaling', 'video_not_ready'],
    ['packaging', 'video_not_ready'],
    ['failed', 'video_unavailable'],
    ['cancelled', 'video_unavailable'],
    ['rejected', 'video_unavailable'],
  ]) {
    await pool.query('update task set status = $2 where id = $1', [task.id, status])
    const answer = await content(task.id)
    assert.equal(answer.status, 409, status)
    assert.equal(answer.body.error.code, code)
    assert.equal(answer.headers.get('x-should-retry'), 'false')
  }
})

test('a video past its retention gets 410 and no link, and its task stays succeeded', async () => {
  const { id } = await finishedTask(gateway, 10)
  const { path } = gateway.rooms.links.sign(id, 'video')
  await pool.query('update task set output_until = now() where id = $1', [id])
  const answer = await content(id)
  assert.equal(answer.status, 410)
  assert.equal(answer.body.error.code, 'video_expired')
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(body.status, 'succeeded')
  assert.deepEqual([body.output.video_uri, body.output.expires_at, body.output.width], [null, null, 1344])
  assert.equal((await fetch(gateway.url + path)).status, 410)
})

test('a video with missing bytes gets 410', async () => {
  const { id, output } = await finishedTask(gateway, 10)
  await storage.remove(output.key)
  const answer = await content(id)
  assert.equal(answer.status, 410)
  assert.equal(answer.body.error.code, 'video_expired')
})

test('a signed link to a deleted task gets 404', async () => {
  const { id } = await finishedTask(gateway, 10)
  const { path } = gateway.rooms.links.sign(id, 'video')
  await pool.query('update task set deleted_at = now() where id = $1', [id])
  assert.equal((await fetch(gateway.url + path)).status, 404)
})
