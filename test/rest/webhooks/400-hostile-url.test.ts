import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDoors } from '../../support/doors.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { hostileUrls } from '../../webhook/hostile.ts'

const gateway = await startTestGateway()
const [rest, graphql] = bothDoors(gateway)

test('REST and GraphQL refuse internal and invalid addresses, and nothing is written', async () => {
  const before = await gateway.counts()
  for (const url of [...hostileUrls(443), '', `https://example.com/${'x'.repeat(2048)}`]) {
    for (const door of [rest, graphql]) {
      const outcome = await door?.(gateway.key, { prompt: 'x', webhook_url: url })
      assert.deepEqual(outcome, { codes: ['invalid_parameter'], param: 'webhook_url' }, url)
    }
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('a dry run reports a bad address with the other problems', async () => {
  const request = { prompt: '', webhook_url: 'https://10.0.0.1/' }
  const { body } = await gateway.call('POST', '/v1/videos?dry_run=true', request)
  assert.deepEqual(
    body.errors.map(({ code, param }: { code: string; param: string }) => [code, param]),
    [
      ['invalid_parameter', 'prompt'],
      ['invalid_parameter', 'webhook_url'],
    ],
  )
})

test('the longest address is accepted, and one that is too long when encoded is not', async () => {
  const url = `https://example.com/${'x'.repeat(2048 - 'https://example.com/'.length)}`
  const { status, body } = await gateway.call('POST', '/v1/videos', { prompt: 'x', webhook_url: url })
  assert.deepEqual([status, body.webhook_url], [202, url])

  const encoded = await gateway.call('POST', '/v1/videos', { prompt: 'x', webhook_url: `${url.slice(0, -1)}é` })
  assert.deepEqual([encoded.status, encoded.body.error.param], [400, 'webhook_url'])
})

test('REST and GraphQL return the normalised address, also in a dry run', async () => {
  const request = { prompt: 'x', webhook_url: 'https://Example.com:443/a/../hook#here' }
  const called = 'https://example.com/hook'
  const { body: made } = await gateway.call('POST', '/v1/videos', request)
  const { body: quote } = await gateway.call('POST', '/v1/videos?dry_run=true', request)
  assert.deepEqual([made.webhook_url, quote.request.webhook_url], [called, called])
})
