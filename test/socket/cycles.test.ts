import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { playCycles, TIMERS_SLACK } from '../chaos/cycles/play.ts'
import { runPart } from '../support/closing.ts'
import { createTestDatabase } from '../support/database.ts'
import { rounds } from '../support/rounds.ts'

const { url: databaseUrl } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
after(() => rm(dataDir, { recursive: true, force: true }))

test('subscriptions that start and end at any moment leave nothing open', async () => {
  const plan = { warmCycles: rounds(40, 100), cycles: rounds(200, 600), lanes: 16 }
  const { fresh, after } = await runPart([], (closing) => playCycles({ databaseUrl, dataDir }, plan, 1, closing))
  const { subscriptions, sockets, listeners } = after
  assert.deepEqual({ subscriptions, sockets, listeners }, { subscriptions: 0, sockets: 0, listeners: fresh.listeners })
  assert.ok(after.timers <= fresh.timers + TIMERS_SLACK, `${after.timers} timers, not ${fresh.timers}`)
})
