import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { watch } from '../support/watch.ts'

const gateway = await startTestGateway()

async function scrape() {
  const response = await fetch(`${gateway.url}/metrics`)
  const text = await response.text()
  const value = (line: string) => {
    const found = text.split('\n').find((each) => each.startsWith(`${line} `))
    return found === undefined ? null : Number(found.slice(line.length + 1))
  }
  return { response, text, value }
}

const requests = (route: string, status: string) =>
  `vidgate_http_request_duration_seconds_count{route="${route}",status="${status}"}`

test('metrics need no key and show no secret and no account', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'a secret lake' })
  const { response, text, value } = await scrape()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  for (const secret of [gateway.key, gateway.accountId, task.id, 'secret', new URL(gateway.databaseUrl).password]) {
    assert.ok(!text.includes(secret))
  }
  assert.ok((value('process_resident_memory_bytes') ?? 0) > 0)
  assert.equal(value('vidgate_ledger_mismatches_total'), 0)
})

test('requests are counted by class of route and status', async () => {
  const before = await scrape()
  await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  await gateway.call('POST', '/v1/videos', { prompt: '' })
  await gateway.call('GET', '/v1/videos/vid_none')
  await gateway.call('GET', '/v1/videos/vid_none/content')
  await gateway.call('GET', '/v1/credits')
  await gateway.call('POST', '/graphql', { query: '{ __typename }' })
  await gateway.call('GET', '/nothing?at=all')
  const after = await scrape()
  const gained = (route: string, status: string) =>
    (after.value(requests(route, status)) ?? 0) - (before.value(requests(route, status)) ?? 0)
  assert.deepEqual(
    [
      ['create', '2xx'],
      ['create', '4xx'],
      ['videos', '4xx'],
      ['content', '4xx'],
      ['account', '2xx'],
      ['graphql', '2xx'],
      ['other', '4xx'],
    ].map(([route = '', status = '']) => gained(route, status)),
    [1, 1, 1, 1, 1, 1, 1],
  )
})

test('batches, the tail and subscriptions have metrics', async () => {
  const before = await scrape()
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const seen = await watch(gateway, task.id)
  await seen.when(() => true)
  const during = await scrape()
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  await seen.ended
  const then = await scrape()
  assert.equal(during.value('vidgate_open_subscriptions'), (before.value('vidgate_open_subscriptions') ?? 0) + 1)
  assert.equal(
    during.value('vidgate_create_batch_size_count'),
    (before.value('vidgate_create_batch_size_count') ?? 0) + 1,
  )
  assert.ok((then.value('vidgate_tail_lag_seconds_count') ?? 0) > 0)
  assert.ok((then.value('vidgate_tail_events_total') ?? 0) > 0)
  assert.ok((then.value('vidgate_tail_silence_seconds') ?? 99) < atMost(5, 60))
})

test('metrics accept only GET and HEAD', async () => {
  assert.equal((await gateway.call('HEAD', '/metrics')).status, 200)
  const { status, headers } = await gateway.call('POST', '/metrics')
  assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})
