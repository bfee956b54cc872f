import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { createReadTokens } from '../../../src/key/read-token.ts'
import { READ_TOKEN_SECONDS } from '../../../src/limits.ts'
import { closeOf, messageOf, openSocket } from '../../socket/client.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { startSecondGateway } from '../../support/second-gateway.ts'
import { until } from '../../support/until.ts'
import { openEvents } from '../events/stream.ts'
import { bearing, readToken } from './token.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { verifier, resources } = gateway.rooms
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const path = `/v1/videos/${task.id}`
const { keyId } = await verifier.verify(`Bearer ${gateway.key}`)

async function codeWith(token: string): Promise<string | null> {
  const { status, body } = await gateway.call('GET', path, undefined, bearing(token))
  return status === 200 ? null : `${status} ${body.error.code}`
}

async function newKey(body: object = {}): Promise<{ id: string; key: string }> {
  return (await gateway.call('POST', '/v1/api-keys', { name: 'x', ...body })).body
}

test('a changed token, or one signed elsewhere, is invalid', async () => {
  const token = await readToken(gateway, { task_id: task.id })
  assert.equal(await codeWith(token), null)
  const dot = token.indexOf('.')
  const says = (text: string) => `vgr_${Buffer.from(text).toString('base64url')}${token.slice(dot)}`
  const said = Buffer.from(token.slice(4, dot), 'base64url').toString()
  assert.equal(says(said), token)
  const changed = [
    ...[4, 20, dot - 1, dot, dot + 1, token.length - 1].map(
      (at) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
    ),
    says(`${said} vid_other`),
    says(said.replace(/ \d+ /, ' 9999999999 ')),
    token.slice(0, dot),
    `${token.slice(0, dot)}.`,
    `${token}A`,
    `${token}.A`,
    `${token}=`,
    'vgr_',
    'vgr_.',
    createReadTokens('of another installation').sign({ keyId, taskIds: [task.id] }).token,
  ]
  for (const each of changed) assert.equal(await codeWith(each), '401 invalid_api_key', each)
  assert.equal(await codeWith(keyId), '401 invalid_api_key')
})

/** This many seconds from now. */
function later(t: TestContext, seconds: number): void {
  t.mock.timers.reset()
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + seconds * 1000 })
}

test('a token expires after 15 minutes with its own error', async (t) => {
  const token = await readToken(gateway, { task_id: task.id })
  later(t, READ_TOKEN_SECONDS - 60)
  assert.equal(await codeWith(token), null)
  later(t, READ_TOKEN_SECONDS)
  assert.equal(await codeWith(token), '401 read_token_expired')
})

test('a token ends at every gateway with its key: revoked, expired or disabled', async () => {
  const second = await startSecondGateway(gateway)
  const revoked = await newKey()
  const expiring = await newKey()
  const stranger = await gateway.newAccount()
  const { body: foreign } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, bearing(stranger.key))
  const tokens = {
    api_key_revoked: await readToken(gateway, { task_id: task.id }, bearing(revoked.key)),
    api_key_expired: await readToken(gateway, { task_id: task.id }, bearing(expiring.key)),
    account_disabled: await readToken(gateway, { task_id: foreign.id }, bearing(stranger.key)),
  }
  await gateway.call('DELETE', `/v1/api-keys/${revoked.id}`)
  await resources.pool.query('update api_key set expires_at = now() where id = $1', [expiring.id])
  await resources.pool.query(`update account set status = 'disabled' where id = $1`, [stranger.accountId])
  for (const { url } of [gateway, second]) {
    for (const [code, token] of Object.entries(tokens)) {
      await until(async () => {
        const response = await fetch(`${url}/v1/videos`, { headers: bearing(token) })
        const body = await response.json()
        return body.error?.code === code
      })
    }
  }
})

const WATCH = `subscription { taskUpdated(id: "${task.id}") { seq } }`

/** A socket with a running subscription, by a token. */
async function openWatch(token: string) {
  const socket = await openSocket(gateway)
  const closed = closeOf(socket)
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }))
  await messageOf(socket)
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: WATCH } }))
  assert.equal(JSON.parse(await messageOf(socket)).type, 'next')
  return { closed }
}

test('a token’s expiry ends its streams, and its sockets with 4401', async (t) => {
  const token = await readToken(gateway, { task_id: task.id })
  const opened = await openEvents(gateway, `${path}/events?token=${token}`, {})
  const { closed } = await openWatch(token)
  later(t, READ_TOKEN_SECONDS)
  await opened.rest()
  assert.equal(opened.response.complete, true)
  assert.deepEqual(await closed, { code: 4401, reason: 'read_token_expired' })
})

test('revoking the key ends its tokens’ streams, and their sockets with 4401', async () => {
  const { id, key } = await newKey()
  const token = await readToken(gateway, { task_id: task.id }, bearing(key))
  const opened = await openEvents(gateway, `${path}/events?token=${token}`, {})
  const { closed } = await openWatch(token)
  await gateway.call('DELETE', `/v1/api-keys/${id}`)
  await opened.rest()
  assert.equal(opened.response.complete, true)
  assert.deepEqual(await closed, { code: 4401, reason: 'api_key_revoked' })
})
