import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChatOptimizer } from '../../src/prompt/chat.ts'
import { sendInterim } from '../support/interim.ts'
import { hangs, says, sends, startChatServer } from './server.ts'

/** Only ends calls that hang. */
const HANG_MS = 60_000

const chat = await startChatServer()
const optimize = createChatOptimizer({ url: chat.url, model: 'small', apiKey: 'secret' })
const ask = (signal = AbortSignal.timeout(HANG_MS)) => optimize('a lake', signal)

test('the client sends a chat completions request', async () => {
  chat.answer = says(' A lake at dawn.\n')
  assert.equal(await ask(), 'A lake at dawn.')
  const { authorization, body } = chat.requests.at(-1) ?? {}
  assert.equal(authorization, 'Bearer secret')
  assert.equal(body.model, 'small')
  assert.deepEqual(
    body.messages.map(({ role }: { role: string }) => role),
    ['system', 'user'],
  )
  assert.equal(body.messages[1].content, 'a lake')
})

test('the client skips interim answers', async () => {
  chat.answer = (response, request) => sendInterim(response, () => says('A lake at dawn.')(response, request))
  assert.equal(await ask(), 'A lake at dawn.')
})

test('the client sends no authorization without a key', async () => {
  await createChatOptimizer({ url: chat.url, model: 'small', apiKey: null })('a lake', AbortSignal.timeout(HANG_MS))
  assert.equal(chat.requests.at(-1)?.authorization, undefined)
})

test('the client removes reasoning before the answer', async () => {
  chat.answer = says('<think>\nA lake… <b>dawn</b>?\n</think>\n\nA lake at dawn.')
  assert.equal(await ask(), 'A lake at dawn.')
})

const FAILURES = {
  'a server error': [sends(500, '{"error":"secret"}'), /answered 500/],
  'a refusal': [sends(429, '{}'), /answered 429/],
  'a redirect': [sends(302, '', { location: chat.url }), /answered 302/],
  'invalid JSON': [sends(200, '<html>'), /JSON/],
  'JSON of another shape': [sends(200, '{"choices":[]}'), /choices/],
  'no content': [sends(200, '{"choices":[{"message":{"content":null}}]}'), /content/],
  'a truncated answer': [says('A lake at', 'length'), /did not finish/],
  'a filtered answer': [says('', 'content_filter'), /did not finish/],
  'an endless answer': [sends(200, `"${'x'.repeat(2 * 1024 * 1024)}"`), /longer than/],
  'invalid UTF-8': [sends(200, Buffer.from([0x22, 0xff, 0x22]) as unknown as string), /encoded|utf-8/i],
} as const

for (const [name, [answer, expected]] of Object.entries(FAILURES)) {
  test(`${name} is a failure`, async () => {
    chat.answer = answer
    await assert.rejects(ask(), expected)
  })
}

test('a server that hangs is abandoned at the signal', async () => {
  chat.answer = hangs
  await assert.rejects(ask(AbortSignal.timeout(50)), { name: 'TimeoutError' })
})

test('a server that hangs during its answer is abandoned at the signal', async () => {
  chat.answer = (response) => void response.writeHead(200).write('{"choices":')
  await assert.rejects(ask(AbortSignal.timeout(200)), { name: 'TimeoutError' })
})
