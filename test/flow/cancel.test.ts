import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openGround } from '../chaos/cancel/ground.ts'
import { checkRules, newPlayed, play } from '../chaos/cancel/play.ts'
import { RACE_NAMES } from '../chaos/cancel/races.ts'
import { createTestDatabase } from '../support/database.ts'
import { rounds } from '../support/rounds.ts'

const ROUNDS = rounds(20, 200)
const AT_ONCE = 12

const { url } = await createTestDatabase()
const ground = await openGround(url, AT_ONCE)
after(() => ground.close())

test(`${ROUNDS} rounds of every race: one side wins, the other is refused, and the ledger matches`, async () => {
  const played = newPlayed()
  await play(ground, { each: ROUNDS, seed: 1, atOnce: AT_ONCE }, played)
  await checkRules(ground.sides[0].pool, played)
  assert.deepEqual(played.violations, [])
  assert.equal(played.rounds, ROUNDS * RACE_NAMES.length)
})
