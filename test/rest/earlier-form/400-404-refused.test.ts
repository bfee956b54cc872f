import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../../support/rows.ts'
import { endedTask } from '../cancel/work.ts'
import { create, rowOf, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const { pool } = gateway.rooms.resources

const BAD: readonly (readonly [fields: Readonly<Record<string, unknown>>, code: string, param: string])[] = [
  [{ resolution: '2k' }, 'invalid_parameter', 'resolution'],
  [{ resolution: '4k' }, 'invalid_parameter', 'resolution'],
  [{ use_context_ir: true }, 'unknown_parameter', 'use_context_ir'],
  [{ use_context_ir: false }, 'unknown_parameter', 'use_context_ir'],
  [{ negative_prompt: '雨'.repeat(2001) }, 'invalid_parameter', 'negative_prompt'],
  [{ negative_prompt: 'a\0b' }, 'invalid_parameter', 'negative_prompt'],
  [{ negative_prompt: '\ud800' }, 'invalid_parameter', 'negative_prompt'],
  [{ negative_prompt: ['rain'] }, 'invalid_parameter', 'negative_prompt'],
  [{ negative_prompt: 7 }, 'invalid_parameter', 'negative_prompt'],
  [{ nagative_prompt: 'rain' }, 'unknown_parameter', 'nagative_prompt'],
]

test('a create in current words, or with an invalid negative prompt, gets 400 and writes nothing', async () => {
  const before = await rowsOf(gateway)
  for (const [fields, code, param] of BAD) {
    const answer = await earlier.call('POST', '/v1/videos', { prompt: 'x', ...fields }, { 'idempotency-key': 'k' })
    const { error = {} } = answer.body
    assert.deepEqual([answer.status, error.code, error.param], [400, code, param], JSON.stringify(fields).slice(0, 60))
    const dry = await earlier.call('POST', '/v1/videos?dry_run=true', { prompt: 'x', ...fields })
    assert.deepEqual(
      dry.body.errors.map((each: Record<string, unknown>) => [each['code'], each['param']]),
      [[code, param]],
    )
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('the current form refuses every negative prompt', async () => {
  const before = await rowsOf(gateway)
  for (const negative of ['rain', '', 7, []]) {
    const { status, body } = await gateway.call('POST', '/v1/videos', { prompt: 'x', negative_prompt: negative })
    assert.deepEqual([status, body.error?.code], [400, 'negative_prompt_unsupported'])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('quotes, upscales and prices get 404 in the earlier form, and nothing is written', async () => {
  const id = await endedTask(earlier, 'succeeded')
  const before = await rowsOf(gateway)
  const calls = [
    ['GET', `/v1/videos/${id}/upscale`],
    ['HEAD', `/v1/videos/${id}/upscale`],
    ['POST', `/v1/videos/${id}/upscale`, { amount_micro: 1_550_000 }],
    ['GET', '/v1/pricing'],
  ] as const
  for (const [method, path, body] of calls) {
    const answer = await earlier.call(method, path, body, { 'idempotency-key': 'k' })
    assert.equal(answer.status, 404, path)
    if (method !== 'HEAD') assert.equal(answer.body.error?.code, 'route_not_found')
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('the current form upscales tasks of the earlier one, as tasks of the current form', async () => {
  const id = await endedTask(earlier, 'succeeded')
  const { status, body } = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: 1_550_000 })
  assert.deepEqual([status, body.source_task_id], [202, id])
  assert.equal((await rowOf(gateway, body.id))['api_version'], '2026-11-01')
  const { body: shown } = await earlier.call('GET', `/v1/videos/${body.id}`)
  assert.deepEqual([shown.status, shown.resolution], ['queued', '2k'])
})

test('the account’s default of context IR does not apply', async () => {
  await pool.query('update account set use_context_ir = true where id = $1', [gateway.accountId])
  const [then, now] = [await create(earlier), await create(gateway)]
  await pool.query('update account set use_context_ir = false where id = $1', [gateway.accountId])
  const rows = [await rowOf(gateway, then), await rowOf(gateway, now)]
  assert.deepEqual(
    rows.map((row) => [row['use_context_ir'], row['frozen_micro']]),
    [
      [false, 2_520_000n],
      [true, 2_620_000n],
    ],
  )
})
