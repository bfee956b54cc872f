import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { playRestarts } from '../chaos/restarts/play.ts'
import { type Closing, runPart } from '../support/closing.ts'
import { createTestDatabase } from '../support/database.ts'

const { url: databaseUrl } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
after(() => rm(dataDir, { recursive: true, force: true }))

const PLAN = {
  ...{ subscribers: 40, tasks: 8, restarts: 2, kills: 1, cuts: 1 },
  ...{ hands: 4, stepMs: 30, calmMs: 300, retryMs: 150 },
}

test('stock clients reconnect after a stopped and a killed gateway, and miss no state', async () => {
  const closing: Closing = []
  const { returns, cuts, ...rest } = await runPart(closing, (own) =>
    playRestarts({ databaseUrl, dataDir }, PLAN, 1, own),
  )
  assert.deepEqual(rest, {
    ...{ restarts: 2, kills: 1, missed: 0, doubled: 0, gaps: 0, skips: 0, backwards: 0 },
    complaints: [],
  })
  assert.ok(returns >= PLAN.subscribers, `${returns} reconnections`)
  assert.ok(cuts > 0)
})
