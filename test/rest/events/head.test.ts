import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { OPERATOR_KEY, WITH_DOOR } from '../../admin/operator.ts'
import { pathsMatching, sourceFiles } from '../../guards/sources.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({}, WITH_DOOR)
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })

/** Status and headers of an answer, as Node writes it; the body is not read. */
function headOf(method: string, path: string, body?: unknown, key = gateway.key): Promise<Record<string, unknown>> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request(gateway.url + path, { method, headers }, (response) => {
      const { date: _, 'x-request-id': __, ...rest } = response.headers
      resolve({ status: response.statusCode, ...rest })
      asked.destroy()
    })
    asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const subscription = (id: string) => ({ query: `subscription { taskUpdated(id: "${id}") { seq } }` })

for (const [name, ask] of Object.entries({
  'REST’s': () => headOf('GET', `/v1/videos/${task.id}/events`),
  'REST’s, asked by HEAD': () => headOf('HEAD', `/v1/videos/${task.id}/events`),
  'a subscription’s': () => headOf('POST', '/graphql', subscription(task.id)),
  'a subscription’s by GET': () => headOf('GET', `/graphql?query=${encodeURIComponent(subscription(task.id).query)}`),
  'a subscription’s refusal': () => headOf('POST', '/graphql', subscription('vid_x')),
  'a query’s': () => headOf('POST', '/graphql', { query: '{ __typename }' }),
  'the operator’s query': () => headOf('POST', '/admin/graphql', { query: '{ __typename }' }, OPERATOR_KEY),
})) {
  test(`event streams have the same headers everywhere: ${name}`, async () => {
    const {
      status,
      'content-type': type,
      'cache-control': cache,
      'x-accel-buffering': buffering,
      ...rest
    } = await ask()
    assert.deepEqual([status, type, cache, buffering], [200, 'text/event-stream', 'no-store', 'no'])
    assert.equal(rest['content-encoding'], undefined)
  })
}

test('the media type of event streams is written in three files only', () => {
  const paths = pathsMatching(sourceFiles(), /'text\/event-stream'/)
  assert.deepEqual(paths, ['src/http/event-stream-head.ts', 'src/http/rest/routes/videos/events.ts', 'src/metrics.ts'])
})
