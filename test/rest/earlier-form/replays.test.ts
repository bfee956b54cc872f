import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../../support/rows.ts'
import { endedTask } from '../cancel/work.ts'
import { CURRENT, EARLIER, rowOf, startBothForms } from './forms.ts'

const { gateway } = await startBothForms()

const keyed = (key: string, headers: Readonly<Record<string, string>>) => ({ 'idempotency-key': key, ...headers })
const isEarlier = (task: object) => 'negative_prompt' in task && !('use_context_ir' in task)

for (const [made, first, second] of [
  ['earlier', EARLIER, CURRENT],
  ['current', CURRENT, EARLIER],
] as const) {
  test(`a repeated create of the ${made} form returns the same task in the form of the request`, async () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      gateway.call('POST', '/v1/videos', { prompt: 'x' }, keyed(made, headers))
    const created = await send(first)
    const before = await gateway.counts()
    for (const headers of [first, second]) {
      const again = await send(headers)
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true'])
      assert.equal(again.body.id, created.body.id)
      assert.equal(isEarlier(again.body), headers === EARLIER)
    }
    assert.deepEqual(await gateway.counts(), before)
    assert.equal((await rowOf(gateway, created.body.id))['api_version'], first['api-version'])
  })

  test(`repeated creates of several tasks in the ${made} form return a list in the form of the request`, async () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2, seed: 5 }, keyed(`${made} n`, headers))
    const created = await send(first)
    const again = await send(second)
    for (const [{ body }, headers] of [
      [created, first],
      [again, second],
    ] as const) {
      assert.deepEqual([body.object, body.created, body.error], ['list', 2, null])
      assert.deepEqual(body.data.map(isEarlier), [headers === EARLIER, headers === EARLIER])
      assert.deepEqual(
        body.data.map(({ seed }: { seed: number }) => seed),
        [5, 6],
      )
    }
    assert.equal(again.body.group_id, created.body.group_id)
  })

  test(`a cancel and a deletion of a task of the ${made} form are repeated in the other form`, async () => {
    const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, first)
    const cancel = (headers: Readonly<Record<string, string>>) =>
      gateway.call('POST', `/v1/videos/${task.id}/cancel`, undefined, keyed('c', headers))
    const answers = [await cancel(second), await cancel(first)]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.status, isEarlier(body)]),
      [
        [200, 'cancelled', second === EARLIER],
        [200, 'cancelled', first === EARLIER],
      ],
    )
    const removed = await gateway.call('DELETE', `/v1/videos/${task.id}`, undefined, second)
    assert.deepEqual([removed.status, removed.body.deleted], [200, true])
  })
}

test('a dry run answers in the form of the request and writes nothing', async () => {
  await gateway.rooms.resources.pool.query('update account set use_context_ir = true')
  const before = await rowsOf(gateway)
  const dry = (headers: Readonly<Record<string, string>>) =>
    gateway.call('POST', '/v1/videos?dry_run=true', { prompt: 'x' }, headers)
  const [then, now] = [await dry(EARLIER), await dry(CURRENT)]
  assert.deepEqual([isEarlier(then.body.request), then.body.price.total_micro], [true, 2_520_000])
  assert.deepEqual([isEarlier(now.body.request), now.body.price.total_micro], [false, 2_620_000])
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a repeat of a rejected task shows failed', async () => {
  const id = await endedTask(
    { ...gateway, call: (method, path, body) => gateway.call(method, path, body, keyed('r', EARLIER)) },
    'rejected',
    { prompt: 'y' },
  )
  const again = await gateway.call('POST', '/v1/videos', { prompt: 'y' }, keyed('r', EARLIER))
  assert.deepEqual([again.status, again.body.id, again.body.status], [202, id, 'failed'])
})
