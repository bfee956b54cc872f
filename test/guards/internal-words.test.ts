import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { internalWords } from '../support/internal-words.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker } from '../support/worker.ts'

const gateway = await startTestGateway({ concurrencyLimit: 3 })

test('the guard finds an internal word, alone or in a name', () => {
  assert.deepEqual(internalWords('{"stage":1,"worker_id":"x","attemptCount":2}'), ['stage', 'worker', 'attempt'])
  assert.deepEqual(internalWords('{"status":"rendering","usage":{},"encoder":1,"queue":null}'), [])
})

test('the schema contains no internal word', () => {
  // Node, node and nodes are Relay's own words.
  const sdl = readFileSync('schema/schema.graphql', 'utf8').replace(/\bnodes?\b/gi, '')
  assert.deepEqual(internalWords(sdl), [])
})

test('no answer during a task’s life contains an internal word', async () => {
  const texts: string[] = []
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await gateway.call(method, path, body)
    texts.push(answer.text, JSON.stringify([...answer.headers]))
    return answer
  }
  const created = await call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1', n: 2 })
  const [first, second] = created.body.data
  const seen = await watch(gateway, first.id)
  await seen.when(({ task }) => task.status === 'queued')
  const worker = await startQuickWorker(gateway)
  await seen.when(({ task }) => task.status === 'rendering')
  await call('GET', `/v1/videos/${first.id}`)
  await call('GET', `/v1/videos/${second.id}/content`)
  await seen.ended
  await call('GET', `/v1/videos/${first.id}`)
  await call('GET', '/v1/videos')
  await call('GET', '/v1/credits')
  await call('GET', '/v1/pricing')
  await call('POST', '/v1/videos', { prompt: '' })
  await call('GET', '/v1/nothing')
  await call('POST', '/graphql', { query: '{ tasks(first: 5) { edges { cursor } totalCount } }' })
  await worker.end()
  assert.deepEqual(texts.flatMap(internalWords), [])
})

test('a finished file contains no internal word in its metadata', async () => {
  const { body } = await gateway.call('GET', '/v1/videos?status=succeeded')
  const file = await fetch(body.data[0].output.video_uri)
  const head = Buffer.from(await file.arrayBuffer())
  const tags = head.subarray(head.indexOf('udta'), head.indexOf('mdat')).toString('latin1')
  assert.match(tags, /vidgate embedded renderer/)
  assert.deepEqual(internalWords(tags), [])
})
