import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { exitWith } from '../../src/lib/explain.ts'
import { startLoop } from '../../src/lib/loop.ts'
import { BEAT_MS } from '../../src/limits.ts'
import { CHANNELS } from '../../src/queue/hints.ts'
import { openResources, type Resources } from '../../src/resources.ts'
import { beat } from '../../src/stage/beat.ts'
import { type Claim, claimNext } from '../../src/stage/claim.ts'
import { newWorker, startWorkerBeat } from '../../src/stage/pool.ts'
import { reportDone, reportSucceeded } from '../../src/stage/report.ts'
import { scaleOf } from '../../src/task/pipeline.ts'
import { type Hand, randomOf, SPREAD, secondsOf } from './plan.ts'

/**
 * Simulated workers in one process: the product's claims, beats and reports, and a sleep as the work. Its arguments: the workers as
 * JSON, and a seed.
 */

const ORDER = ['package', 'upscale', 'render', 'encode'] as const

async function startHand(resources: Resources, hand: Hand, random: () => number): Promise<void> {
  const { capabilities, pool, engine } = hand
  const { id } = await register(resources, hand)
  const stages = ORDER.filter((stage) => capabilities.includes(stage))
  const serves = { pool, accelerates: false }
  const work = async (claim: Claim): Promise<Claim | null> => {
    const { task, stage, taskId, number } = claim
    const spread = Math.exp(SPREAD * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))
    const seconds = secondsOf(stage, task.frames, scaleOf(task.resolution)) * hand.slowness * spread
    const signs = startLoop('beat', BEAT_MS, resources.log, async () => {
      await beat(resources, claim, 0.5)
    })
    await pause(seconds * 1000)
    await signs.close()
    const key = `tasks/${taskId}/${stage}.${number}.${engine}`
    if (stage !== 'package') {
      let next: Claim | null = null
      const take = (taken: Claim) => {
        next = taken
      }
      await reportDone(resources, claim, { key }, { stages, serves, take })
      return next
    }
    const { width, height, frames, audio } = task
    const file = { key, thumbnailKey: `${key}.webp`, bytes: 1, sha256: '00', watermarked: false }
    await reportSucceeded(resources, claim, { ...file, width, height, frames, hasAudio: audio })
    return null
  }
  const loop = startLoop('worker', 1000, resources.log, async () => {
    for (let claim = await claimNext(resources, stages, id, serves); claim; ) {
      claim = (await work(claim)) ?? (await claimNext(resources, stages, id, serves))
    }
  })
  resources.listener.on(CHANNELS.jobs, loop.wake)
}

async function register(resources: Resources, { capabilities, pool, engine }: Hand) {
  const record = newWorker({ capabilities, pool, engine, limits: { modes: { text_to_video: {} } } })
  await startWorkerBeat(resources, record).ready
  return record
}

try {
  const [hands = '[]', seed = '1'] = process.argv.slice(2)
  const config = readConfig()
  const databaseUrl = config.databaseUrl ?? ''
  const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: 6, supervise: false })
  const random = randomOf(Number(seed))
  for (const hand of JSON.parse(hands) as Hand[]) await startHand(resources, hand, random)
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
} catch (error) {
  exitWith(error)
}
