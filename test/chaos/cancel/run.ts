import { startCluster } from '../../support/cluster.ts'
import { prepareTemplate } from '../../support/template.ts'
import { type ChaosOptions, concludeChaos } from '../figures.ts'
import { openGround } from './ground.ts'
import { checkRules, newPlayed, play } from './play.ts'
import { RACE_NAMES } from './races.ts'

const FULL = { parts: 10, each: 100 }
const QUICK = { parts: 2, each: 40 }
const AT_ONCE = 24
const POOL_SIZE = 24

/**
 * Two sides, each with its own connections, lanes and queue, race for the same task or video. One wins, the other is
 * refused, and the ledger matches the result.
 */
export async function chaosCancel({ quick, seed }: ChaosOptions): Promise<boolean> {
  const { parts, each } = quick ? QUICK : FULL
  const begin = performance.now()
  const cluster = await startCluster(prepareTemplate)
  const played = newPlayed()
  try {
    const ground = await openGround(await cluster.database('chaos_cancel'), POOL_SIZE)
    try {
      for (let part = 0; part < parts && played.violations.length === 0; part++) {
        await play(ground, { each, seed: seed * 100 + part, atOnce: AT_ONCE }, played)
        await checkRules(ground.sides[0].pool, played)
        console.log(`${played.rounds} rounds, ${played.violations.length} violations so far`)
      }
    } finally {
      await ground.close()
    }
    for (const [outcome, count] of Object.entries(played.outcomes).sort()) {
      console.log(`${String(count).padStart(7)}  ${outcome}`)
    }
    for (const violation of played.violations) console.log(violation)
    const minutes = (performance.now() - begin) / 60_000
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes.toFixed(1)} minutes`)
    return concludeChaos([
      { chaos: 'cancel', metric: 'rounds', value: played.rounds, aim: parts * each * RACE_NAMES.length },
      { chaos: 'cancel', metric: 'violations', value: played.violations.length, aim: 0 },
    ])
  } finally {
    await cluster.close()
  }
}
