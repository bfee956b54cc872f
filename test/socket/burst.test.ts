import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendEvents } from '../../src/push/log.ts'
import { createdId, listen } from '../graphql/client.ts'
import { COPIES } from '../push/account.ts'
import { type Collected, collect } from '../push/collect.ts'
import { startTestGateway } from '../support/gateway.ts'
import { openClient } from './client.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const TASKS = 300
const CHANGES = 8

const CHANGE_ALL = `with changed as (update task set seq = seq + 1 where account_id = $1 returning task.*),
  events as (${appendEvents('changed', 'progress')}) select 1 from changed limit 1`

interface Answer {
  readonly data?: { readonly tasksUpdated: { taskId: string; seq: number; skipped: boolean } } | null | undefined
}
type Update = NonNullable<Answer['data']>
const QUERY = 'subscription { tasksUpdated { taskId seq skipped } }'

test('a fast reader receives every state of hundreds of tasks that change at once', async () => {
  const id = await createdId(gateway)
  const client = openClient(gateway)
  const leaving = new AbortController()
  const readers: Collected<Answer>[] = [
    collect<Answer>(client.iterate<Update>({ query: QUERY })),
    collect<Answer>(listen<Update, object>(gateway, QUERY, {}, leaving.signal)),
  ]
  for (const reader of readers) await reader.until(1)
  await pool.query(COPIES, [id, TASKS])
  for (let i = 0; i < CHANGES; i++) await pool.query(CHANGE_ALL, [gateway.accountId])
  for (const reader of readers) {
    const items = await reader.until(1 + (TASKS + 1) * CHANGES)
    const bySeq = new Map<string, number[]>()
    for (const { data } of items.slice(1)) {
      const { taskId = '', seq = 0, skipped } = data?.tasksUpdated ?? {}
      assert.equal(skipped, false)
      bySeq.set(taskId, [...(bySeq.get(taskId) ?? []), seq])
    }
    assert.equal(bySeq.size, TASKS + 1)
    const expected = Array.from({ length: CHANGES }, (_, i) => i + 2)
    for (const seqs of bySeq.values()) assert.deepEqual(seqs, expected)
  }
  await client.dispose()
  leaving.abort()
})
