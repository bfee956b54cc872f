import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELIVERY_ID } from '../../../src/http/rest/routes/videos/examples.ts'
import { ROUTES } from '../../../src/http/rest/routes.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, uploaded } from '../../support/material.ts'
import { rowsOf } from '../../support/rows.ts'
import { finishedTask } from '../content/finished.ts'
import { head, raw } from './raw.ts'

/** Every address of REST with every method. */

const gateway = await startTestGateway({ scopes: SCOPES })
const { id: video } = await finishedTask(gateway)
const file = await uploaded(gateway, await corpus('rgb.png'), 'reference')
await gateway.rooms.resources.pool.query(
  `insert into webhook_delivery (id, account_id, type, data, url, host, status)
   values ($1, $2, 'webhook.test', '{}', 'https://example.com/', 'example.com', 'failed')`,
  [DELIVERY_ID, gateway.accountId],
)
const authorization = `Authorization: Bearer ${gateway.key}`

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'TRACE', 'LINK']
const PATHS = [...new Set(ROUTES.map(({ path }) => path))]
const taken = (path: string) => ROUTES.filter((route) => route.path === path).map(({ method }) => method)
const IDS: Readonly<Record<string, string>> = { files: file, webhooks: DELIVERY_ID }
const at = (path: string) => path.replace(':id', IDS[path.split('/')[2] ?? ''] ?? video).replace(':name', 'page.css')

function allowOf(path: string): string {
  const methods = ['GET', 'POST', 'PATCH', 'DELETE'].filter((method) => taken(path).includes(method as 'GET'))
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
}

for (const path of PATHS) {
  test(`${path}: OPTIONS lists its methods, and all others get 405, without a key`, async () => {
    const before = await rowsOf(gateway)
    const asked = await raw(gateway, head(`OPTIONS ${at(path)}`))
    assert.deepEqual([asked.status, asked.headers.get('allow'), asked.text], [204, allowOf(path), ''])
    for (const method of METHODS.filter((each) => !taken(path).includes(each as 'GET'))) {
      const { status, headers, text } = await raw(gateway, head(`${method} ${at(path)}`))
      assert.deepEqual([status, headers.get('allow')], [405, allowOf(path)], method)
      const { error } = JSON.parse(text)
      assert.deepEqual([error.type, error.code], ['invalid_request_error', 'method_not_allowed'])
      assert.equal(error.request_id, headers.get('x-request-id'))
    }
    assert.deepEqual(await rowsOf(gateway), before)
  })
}

/** Headers that differ between answers. `Transfer-Encoding` is about a body, which HEAD has not. */
const OWN = new Set(['x-request-id', 'date', 'ratelimit', 'transfer-encoding'])

async function headersOf(line: string): Promise<[status: number, headers: [string, string][], text: string]> {
  const { status, headers, text } = await raw(gateway, head(line, authorization))
  return [status, [...headers].filter(([name]) => !OWN.has(name)).sort(), text]
}

/** A finished task has no event stream to open, so it answers both with 204. */
for (const path of PATHS.filter((each) => taken(each).includes('GET'))) {
  test(`HEAD ${path} has the headers of GET, including its length, and no body`, async () => {
    const query = path.endsWith('/events') ? '?after_seq=9' : ''
    const [status, headers] = await headersOf(`GET ${at(path)}${query}`)
    assert.ok(status < 300, String(status))
    assert.deepEqual(await headersOf(`HEAD ${at(path)}${query}`), [status, headers, ''])
  })
}

test('a refusal has the same status and headers for HEAD', async () => {
  for (const path of ['/v1/none', '/v1/videos?limit=0', '/v1/videos/vid_none', '/v1/videos/vid_none/content']) {
    const [status, headers] = await headersOf(`GET ${path}`)
    assert.ok(status >= 400)
    assert.deepEqual(await headersOf(`HEAD ${path}`), [status, headers, ''])
  }
})

test('/metrics accepts GET and HEAD, and HEAD has no body', async () => {
  const { status, headers, text } = await raw(gateway, head('HEAD /metrics'))
  assert.deepEqual([status, text], [200, ''])
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await raw(gateway, head(`${method} /metrics`))
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
  }
})

test('OPTIONS lists the methods of other APIs, and gets 404 for unknown addresses', async () => {
  for (const [path, status, allow] of [
    ['/graphql', 204, 'GET, POST, OPTIONS'],
    ['/metrics', 204, 'GET, HEAD, OPTIONS'],
    ['*', 204, undefined],
    ['/v1/none', 404, undefined],
    ['/admin/graphql', 404, undefined],
  ] as const) {
    const answer = await raw(gateway, head(`OPTIONS ${path}`))
    assert.deepEqual([answer.status, answer.headers.get('allow')], [status, allow], path)
  }
})

test('an unknown method gets 501 with the known ones, at every address', async () => {
  for (const line of ['FOO /v1/videos', 'BREW /', 'get /graphql', 'post /v1/none', 'PATCHY /admin/graphql']) {
    const { status, headers, text } = await raw(gateway, head(line))
    assert.deepEqual([status, headers.get('allow')], [501, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'], line)
    const { error } = JSON.parse(text)
    assert.deepEqual([error.code, error.request_id], ['method_not_allowed', headers.get('x-request-id')])
  }
  for (const garbage of ['\x16\x03\x01\x02', 'hello\r\n\r\n', 'FOO\r\n\r\n', '{"a":1}\r\n\r\n']) {
    assert.equal((await raw(gateway, garbage)).status, 400, garbage)
  }
})

test('the console’s addresses accept GET and HEAD', async () => {
  for (const path of ['/', '/keys', '/operator']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND']) {
      const { status, headers, text } = await raw(gateway, head(`${method} ${path}`))
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], `${method} ${path}`)
      assert.equal(JSON.parse(text).error.code, 'method_not_allowed')
    }
    assert.equal((await raw(gateway, head(`OPTIONS ${path}`))).headers.get('allow'), 'GET, HEAD, OPTIONS')
  }
})

test('CONNECT gets 405 in the usual error shape', async () => {
  const { status, headers, text } = await raw(gateway, head('CONNECT example.org:443'))
  assert.equal(status, 405)
  assert.equal(headers.get('allow'), 'GET, HEAD, POST, PATCH, DELETE, OPTIONS')
  const { error } = JSON.parse(text)
  assert.deepEqual([error.code, error.request_id], ['method_not_allowed', headers.get('x-request-id')])
})

test('a method override header is ignored', async () => {
  const before = await rowsOf(gateway)
  const override = head(`POST /v1/videos/${video}`, authorization, 'X-HTTP-Method-Override: DELETE')
  assert.equal((await raw(gateway, override)).status, 405)
  assert.deepEqual(await rowsOf(gateway), before)
})
