import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ creditMicro: 10_000_000_000n, concurrencyLimit: 1000 })
const { pool } = gateway.rooms.resources

const timeOf = (ms: number) => new Date(Date.UTC(2027, 0, 1) + ms).toISOString()

/** Six tasks, two of them of one millisecond, and the time of each. */
const tasks = await Promise.all(
  [1, 2, 2, 3, 5, 6].map(async (ms) => {
    const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
    await pool.query('update task set created_at = $2 where id = $1', [body.id, timeOf(ms)])
    return { id: String(body.id), ms }
  }),
)
const order = tasks.toSorted((a, b) => a.ms - b.ms || (a.id < b.id ? -1 : 1))

async function list(query: Readonly<Record<string, string | null>>) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return gateway.call('GET', `/v1/videos?${new URLSearchParams(given)}`)
}

const MOMENTS = [null, 0, 1, 2, 3, 4, 6, 7]

for (const direction of ['asc', 'desc'] as const) {
  test(`${direction}: a cursor and time bounds combine`, async () => {
    const all = direction === 'asc' ? order : order.toReversed()
    for (const after of [null, ...all]) {
      const rest = after ? all.slice(all.indexOf(after) + 1) : all
      for (const from of MOMENTS) {
        for (const to of MOMENTS) {
          const { status, body } = await list({
            order: direction,
            after: after?.id ?? null,
            created_after: from === null ? null : timeOf(from),
            created_before: to === null ? null : timeOf(to),
          })
          const right = rest.filter(({ ms }) => (from === null || ms > from) && (to === null || ms < to))
          assert.equal(status, 200)
          assert.deepEqual(
            body.data.map(({ id }: { id: string }) => id),
            right.map(({ id }) => id),
            `after ${after?.ms}, from ${from} to ${to}`,
          )
        }
      }
    }
  })
}

test('the page after the last task is empty, and an unknown cursor is refused', async () => {
  const last = order[0]?.id ?? ''
  const { status, body } = await list({ after: last })
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], first_id: null, last_id: null, has_more: false })
  for (const filter of [{}, { status: 'failed' }, { created_before: timeOf(0) }]) {
    const refused = await list({ after: 'vid_unknown', ...filter })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_cursor'])
  }
})
