import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPositions } from '../../src/queue/position.ts'
import { startTestGateway } from '../support/gateway.ts'
import { createMany, ROOMY } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources

const STAGES = ['encode', 'render'] as const
const EACH = 24

/** Tasks that wait in two stages, many with equal priorities, and some of those with equal times. In the order of the queue. */
async function createLine(): Promise<Record<(typeof STAGES)[number], string[]>> {
  const ids: string[] = []
  while (ids.length < STAGES.length * EACH) ids.push(...(await createMany(gateway, { n: 4 })))
  const line: Record<(typeof STAGES)[number], string[]> = { encode: [], render: [] }
  const now = Date.now()
  for (const [index, id] of ids.sort().entries()) {
    const stage = STAGES[index % STAGES.length] ?? 'encode'
    const place = line[stage].push(id) - 1
    const priority = 1000 - Math.floor(place / 7)
    const readyAt = new Date(now - 60_000 + Math.floor((place % 7) / 3) * 1000)
    const set = 'update stage_attempt set stage = $2, priority = $3, ready_at = $4 where task_id = $1'
    await pool.query(set, [id, stage, priority, readyAt])
  }
  return line
}

test('positions of a page are those that each task has alone', async () => {
  const line = await createLine()
  const expected = STAGES.flatMap((stage) => line[stage].map((id, index) => [id, stage, index + 1] as const))
  const shown = (rows: Awaited<ReturnType<typeof readPositions>>) =>
    rows.map(({ id, stage, position }) => [id, stage, position]).sort()
  const ids = expected.map(([id]) => id)
  assert.deepEqual(shown(await readPositions(pool, ids)), expected.toSorted())
  const third = expected.filter((_, index) => index % 3 === 0)
  const page = third.map(([id]) => id)
  assert.deepEqual(shown(await readPositions(pool, page)), third.toSorted())
  for (const one of third) assert.deepEqual(shown(await readPositions(pool, [one[0]])), [one])
})
