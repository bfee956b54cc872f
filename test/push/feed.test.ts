import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openGround } from '../chaos/feed/ground.ts'
import { play } from '../chaos/feed/play.ts'
import { createTestDatabase } from '../support/database.ts'
import { rounds } from '../support/rounds.ts'

const { url } = await createTestDatabase()
const ground = await openGround(url, { accounts: 2, tasksEach: 16 })
after(() => ground.close())

test('readers that resume get each event once and in order, with late and aborted writers', async () => {
  const { written, read } = await play(ground, { writers: 8, events: rounds(1000, 4000), seed: 1, restartMs: 100 })
  assert.ok(read.restarts > 0)
  assert.deepEqual([read.missed, read.outOfOrder, read.events + read.skipped - written.events], [0, 0, 0])
})
