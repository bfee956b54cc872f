import { ConfigError, readConfig } from '../../../src/config.ts'
import { exitWith } from '../../../src/lib/explain.ts'
import { startLoop } from '../../../src/lib/loop.ts'
import type { Stage } from '../../../src/queue/catalog.ts'
import { CHANNELS } from '../../../src/queue/hints.ts'
import { openResources } from '../../../src/resources.ts'
import { type Claim, claimNext, type Taker } from '../../../src/stage/claim.ts'
import { newWorker, startWorkerBeat } from '../../../src/stage/pool.ts'
import { reportDone, reportSucceeded } from '../../../src/stage/report.ts'
import { objectsOf } from '../../../src/task/objects.ts'
import { serveWorker } from '../../support/worker-process.ts'

/** The product's claims and reports, and nothing between them: no engine, no files, no heartbeats of a run. */

const POOL_SIZE = 4
const POLL_MS = 1000
const ORDER: readonly Stage[] = ['package', 'upscale', 'render', 'encode']
const LIMITS = { modes: { text_to_video: {} } } as const
const SERVES = { pool: 'shared', accelerates: true } as const

try {
  const config = readConfig()
  const { databaseUrl } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set.')
  const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: POOL_SIZE, supervise: false })
  /** The next claim, if the report brings one, like in the product's worker. */
  const report = async (claim: Claim): Promise<{ counted: boolean; next: Claim | null }> => {
    let next: Claim | null = null
    const take = (taken: Claim) => {
      next = taken
    }
    const counted = await send(claim, { stages: ORDER, serves: SERVES, take })
    return { counted, next }
  }
  const send = (claim: Claim, taker: Taker) => {
    const { taskId, stage, number, task } = claim
    const key = `${objectsOf(taskId)}${stage}.${number}`
    if (stage !== 'package') return reportDone(resources, claim, { key }, taker)
    const { frames, width, height } = task
    const file = { key, thumbnailKey: `${key}.webp`, bytes: 1, sha256: '' }
    return reportSucceeded(resources, claim, { ...file, frames, width, height, hasAudio: false, watermarked: false })
  }
  serveWorker(async (_kind, { ended }) => {
    const worker = newWorker({ capabilities: [...ORDER, 'lora'], pool: 'shared', engine: 'none', limits: LIMITS })
    const signs = startWorkerBeat(resources, worker)
    const claim = () => claimNext(resources, ORDER, worker.id, SERVES)
    const loop = startLoop('drain', POLL_MS, resources.log, async () => {
      let claimed = await claim()
      while (claimed) {
        const { counted, next } = await report(claimed)
        if (counted && claimed.stage === 'package') ended(claimed.taskId)
        claimed = next ?? (await claim())
      }
    })
    const stopListening = resources.listener.on(CHANNELS.jobs, loop.wake)
    return async () => {
      stopListening()
      await loop.close()
      await signs.close()
    }
  })
} catch (error) {
  exitWith(error)
}
