import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathsMatching, sourceFiles } from './sources.ts'

const files = sourceFiles()

const ONE_PLACE: readonly (readonly [what: string, pattern: RegExp, places: readonly string[]])[] = [
  ['inserts ledger rows', /insert\s+into\s+"?ledger_entry/i, ['src/credit/entry.ts']],
  ['appends events', /insert\s+into\s+"?event"?\s*\(/i, ['src/push/log.ts']],
  ['creates webhook deliveries', /insert\s+into\s+"?webhook_delivery/i, ['src/push/deliveries.ts']],
  ['creates attempts', /insert\s+into\s+"?stage_attempt/i, ['src/queue/enqueue.ts']],
  ['sends stage jobs', /\bboss\.(insert|send|sendAfter|upsert)\(|insert\s+into\s+pgboss\./i, ['src/queue/enqueue.ts']],
  ['deletes stage jobs by SQL', /delete\s+from\s+pgboss\./i, ['src/queue/jobs.ts']],
  ['writes task.status', /update\s+task\s+set[^`]*?\bstatus\s*=/i, ['src/task/advance.ts']],
  ['writes unfit engines', /(insert\s+into|delete\s+from)\s+unfit_engine/i, ['src/queue/unfit.ts']],
  ['creates tasks', /insert\s+into\s+"?task"?\s*\(/i, ['src/task/write.ts']],
  [
    'changes the sums of accounts',
    /update\s+account\s+set[^`]*?(balance|frozen)_micro\s*=/i,
    ['src/credit/locked-account.ts'],
  ],
]

for (const [what, pattern, places] of ONE_PLACE) {
  test(`only one file ${what}`, () => {
    assert.deepEqual(pathsMatching(files, pattern), places)
  })
}

test('nothing writes tasks, entries, attempts, events or accounts through Prisma', () => {
  const write = /\.(task|ledgerEntry|stageAttempt|event|account)\.(create|update|upsert|delete)/
  assert.deepEqual(pathsMatching(files, write), [])
})

test('no Prisma transaction moves money', () => {
  assert.deepEqual(pathsMatching(files, /\.\$transaction\(/), [])
})
