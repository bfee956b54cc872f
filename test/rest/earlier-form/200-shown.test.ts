import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeWaiting } from '../../../src/task/waiting.ts'
import { waitLonger } from '../../workers/dispatch/work.ts'
import { claimOf, complete, endedTask, workUpTo } from '../cancel/work.ts'
import { create, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const { pool } = gateway.rooms.resources

/** State and notice in both forms. */
async function shown(id: string) {
  const [then, now] = await Promise.all([earlier, gateway].map((by) => by.call('GET', `/v1/videos/${id}`)))
  return [then?.body, now?.body].map(({ status, waiting }) => [status, waiting && Object.keys(waiting).join()])
}

/** Its next stage has waited for a while. */
async function notice(id: string): Promise<void> {
  await waitLonger(gateway, [id], 90)
  await noticeWaiting(pool)
}

const NOW = 'since,seconds,reason'
const THEN = 'since,seconds'

for (const [made, by] of [
  ['current', gateway],
  ['earlier', earlier],
] as const) {
  test(`a task of the ${made} form is shown in both forms through its life`, async () => {
    const id = await create(by)
    assert.deepEqual(await shown(id), [
      ['queued', null],
      ['queued', null],
    ])
    await notice(id)
    assert.deepEqual(await shown(id), [
      ['rendering', THEN],
      ['queued', NOW],
    ])
    const encode = await claimOf(gateway, id, 'encode')
    assert.deepEqual(await shown(id), [
      ['rendering', null],
      ['encoding', null],
    ])
    assert.ok(await complete(gateway, encode))
    await notice(id)
    assert.deepEqual(await shown(id), [
      ['rendering', THEN],
      ['encoding', NOW],
    ])
    const render = await claimOf(gateway, id, 'render')
    assert.deepEqual(await shown(id), [
      ['rendering', null],
      ['rendering', null],
    ])
    assert.ok(await complete(gateway, render))
    assert.deepEqual(await shown(id), [
      ['encoding', null],
      ['packaging', null],
    ])
    await notice(id)
    assert.deepEqual(await shown(id), [
      ['rendering', THEN],
      ['packaging', NOW],
    ])
    const last = await claimOf(gateway, id, 'package')
    assert.deepEqual(await shown(id), [
      ['encoding', null],
      ['packaging', null],
    ])
    assert.ok(await complete(gateway, last))
    assert.deepEqual(await shown(id), [
      ['succeeded', null],
      ['succeeded', null],
    ])
  })

  for (const [end, then] of [
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['rejected', 'failed'],
  ] as const) {
    test(`a task of the ${made} form that ended ${end} is shown in both forms`, async () => {
      const id = await endedTask(by, end)
      assert.deepEqual(await shown(id), [
        [then, null],
        [end, null],
      ])
      const { body } = await earlier.call('GET', `/v1/videos/${id}`)
      const reason = { failed: 'generation_error', cancelled: null, rejected: 'content_policy_output' }[end]
      assert.equal(body.fail_reason, reason)
    })
  }
}

test('a task that is upscaling in the current form is rendering in the earlier one', async () => {
  const id = await create(gateway, { resolution: '2k' })
  await workUpTo(gateway, id, 'upscale')
  assert.deepEqual(await shown(id), [
    ['rendering', null],
    ['upscaling', null],
  ])
})

test('all other fields are equal but for context IR and the negative prompt, metadata byte for byte', async () => {
  const metadata = '{"b":1,"a":9007199254740993,"b":2.50}'
  const id = await create(earlier, { negative_prompt: 'rain' })
  await pool.query('update task set metadata = $2 where id = $1', [id, metadata])
  await notice(id)
  const then = await earlier.call('GET', `/v1/videos/${id}`)
  const now = await gateway.call('GET', `/v1/videos/${id}`)
  assert.ok(then.text.endsWith(`,"metadata":${metadata}}`))
  const { use_context_ir, context_ir_applied, status, waiting, ...rest } = now.body
  assert.deepEqual([use_context_ir, context_ir_applied, status], [false, null, 'queued'])
  assert.equal('negative_prompt' in rest, false)
  const { seconds, ...noticed } = then.body.waiting
  assert.ok(seconds >= 90)
  assert.deepEqual(noticed, { since: waiting.since })
  const { status: shown, waiting: _, negative_prompt, ...same } = then.body
  assert.deepEqual([shown, negative_prompt], ['rendering', 'rain'])
  assert.deepEqual(same, rest)
})

test('a late cancel names the state in the words of its version', async () => {
  const packaging = await create(earlier)
  assert.ok(await complete(gateway, await workUpTo(gateway, packaging, 'render')))
  const rejected = await endedTask(earlier, 'rejected')
  for (const [id, by, status] of [
    [packaging, earlier, 'encoding'],
    [packaging, gateway, 'packaging'],
    [rejected, earlier, 'failed'],
    [rejected, gateway, 'rejected'],
  ] as const) {
    const answer = await by.call('POST', `/v1/videos/${id}/cancel`)
    assert.deepEqual([answer.status, answer.body.error.details], [409, { status }])
    assert.equal(answer.text.includes('rejected'), by === gateway && status === 'rejected')
  }
})
