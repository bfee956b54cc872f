import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { createReadTokens } from '../../../src/key/read-token.ts'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload, uploaded } from '../../support/material.ts'
import { awayFromTurn } from '../../support/minute.ts'
import { BY_NAME, exampleOf, pathOf } from '../../support/routes.ts'
import { rowsOf } from '../../support/rows.ts'
import { finishedTask } from '../content/finished.ts'
import { openEvents } from '../events/stream.ts'
import { bearing, readToken } from './token.ts'

/** Every route of REST with a token of one task, and of one group. */

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const [own, other] = [await finishedTask(gateway), await finishedTask(gateway)]
const { body: group } = await gateway.call('POST', '/v1/videos', { prompt: 'group', n: 4 })
for (const { id } of group.data) await gateway.call('POST', `/v1/videos/${id}/cancel`)
const png = await corpus('rgb.png')
const file = await uploaded(gateway, png, 'reference')
const { body: spare } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
const token = bearing(await readToken(gateway, { task_id: own.id }))
const groupToken = bearing(await readToken(gateway, { group_id: group.group_id }))

/** Reads of one task. */
const READS = ['/v1/videos/:id', '/v1/videos/:id/upscale', '/v1/videos/:id/content', '/v1/videos/:id/events']

/** Has a separate test. */
const LIST = 'GET /v1/videos'

/** Every other route that needs a key is refused, also for the token's own task. */
const REFUSED = [...BY_NAME].filter(
  ([name, { serving }]) =>
    serving && serving.need !== 'nothing' && name !== LIST && !READS.some((path) => name === `GET ${path}`),
)

test('the routes that a read token opens exist, and all others are tested', () => {
  for (const name of [...READS.map((path) => `GET ${path}`), LIST]) assert.ok(BY_NAME.has(name), name)
  assert.ok(REFUSED.length >= 20)
})

for (const path of READS) {
  test(`GET ${path} returns the token’s task and no other`, async () => {
    const at = (id: string) => path.replace(':id', id)
    for (const id of [other.id, group.data[0].id, 'vid_none']) {
      const { status, body } = await gateway.call('GET', at(id), undefined, token)
      assert.deepEqual([status, body.error.code], [404, 'video_not_found'], id)
    }
    assert.equal((await gateway.call('GET', at(own.id), undefined, token)).status, 200)
  })
}

test('a token reads its task as its key does', async () => {
  const path = `/v1/videos/${own.id}`
  const withoutLink = (text: string) => text.replace(/"video_uri":"[^"]*"|"expires_at":"[^"]*"/g, '')
  const [mine, its] = [await gateway.call('GET', path, undefined, token), await gateway.call('GET', path)]
  assert.equal(withoutLink(mine.text), withoutLink(its.text))
})

test('lists contain and page the token’s tasks, and accept no other cursor', async () => {
  const list = async (query: string, headers: Record<string, string>) => {
    const { status, body } = await gateway.call('GET', `/v1/videos${query}`, undefined, headers)
    return status === 200 ? body.data.map(({ id }: { id: string }) => id) : body.error.code
  }
  const members = group.data.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(await list('', token), [own.id])
  assert.deepEqual(await list('?status=queued', token), [])
  assert.deepEqual(await list(`?after=${own.id}`, token), [])
  assert.equal(await list(`?after=${other.id}`, token), 'invalid_cursor')
  assert.deepEqual(await list('?order=asc', groupToken), members)
  assert.deepEqual(await list(`?order=asc&limit=2&after=${members[0]}`, groupToken), members.slice(1, 3))
  assert.deepEqual(await list(`?limit=1&after=${members[1]}`, groupToken), [members[0]])
  assert.equal(await list(`?after=${own.id}`, groupToken), 'invalid_cursor')
})

test('a group’s token reads and watches each of its tasks, and no other', async () => {
  for (const { id } of group.data) {
    assert.equal((await gateway.call('GET', `/v1/videos/${id}`, undefined, groupToken)).body.group_id, group.group_id)
    const opened = await openEvents(gateway, `/v1/videos/${id}/events`, groupToken)
    assert.equal(JSON.parse((await opened.next())?.data ?? '').id, id)
    opened.leave()
  }
  assert.equal((await gateway.call('GET', `/v1/videos/${own.id}`, undefined, groupToken)).status, 404)
})

for (const [name, route] of REFUSED) {
  test(`${name} is not a token's, and nothing is written`, async () => {
    const before = await rowsOf(gateway)
    const path = pathOf(route, { vid: own.id, file, key: spare.id, whd: 'whd_x' })
    const { status, body } = await gateway.call(route.method, path, exampleOf(route), token)
    assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'])
    assert.deepEqual(await rowsOf(gateway), before)
  })
}

test('uploads and dry runs refuse a token', async () => {
  const before = await uploadsLeft(gateway)
  const refused = await upload(gateway, png, 'reference', { key: token.authorization.slice('Bearer '.length) })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
  assert.deepEqual(await uploadsLeft(gateway), before)
  const dry = await gateway.call('POST', '/v1/videos?dry_run=true', { prompt: 'x' }, token)
  assert.deepEqual([dry.status, dry.body.error.code], [403, 'insufficient_scope'])
})

test('a page that uses up its token’s calls leaves its key’s calls to the server', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ callsPerMinute: 3 })
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, bearing(key))
  const page = bearing(await readToken(gateway, { task_id: task.id }, bearing(key)))
  const get = async () => gateway.call('GET', `/v1/videos/${task.id}`, undefined, page)
  for (const remaining of [2, 1, 0]) {
    const { status, headers } = await get()
    assert.deepEqual([status, headers.get('ratelimit')?.split(';')[1]], [200, `r=${remaining}`])
  }
  const { body } = await get()
  assert.deepEqual(body.error.details, { policy: 'calls', limit: 3, scope: 'read_token' })
  assert.match(body.error.message, /^This read token may make 3 calls per minute; /)
  assert.equal((await gateway.call('POST', `/v1/videos/${task.id}/cancel`, undefined, bearing(key))).status, 200)
})

test('the stored name of a token’s counter is not enough to forge it', async () => {
  const secret = token.authorization.slice('Bearer '.length)
  const signature = secret.slice(secret.indexOf('.') + 1)
  const { name } = createReadTokens('secret').open(
    createReadTokens('secret').sign({ keyId: 'k', taskIds: ['t'] }).token,
  )
  assert.ok(name.length < signature.length / 2)
})
