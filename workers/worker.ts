import { setTimeout as pause } from 'node:timers/promises'
import type { Capability } from '../src/config.ts'
import { startLoop } from '../src/lib/loop.ts'
import { LEFT_FOLDERS_MS } from '../src/limits.ts'
import type { Stage } from '../src/queue/catalog.ts'
import { CHANNELS } from '../src/queue/hints.ts'
import type { Resources } from '../src/resources.ts'
import { claimNext } from '../src/stage/claim.ts'
import { newWorker, startWorkerBeat } from '../src/stage/pool.ts'
import { startReaper } from '../src/stage/reap.ts'
import type { Engine } from './engine/engine.ts'
import { removeLeftFolders } from './folder.ts'
import { runStage } from './run-stage.ts'

const POLL_MS = 1000

/** An empty claim that took longer skipped many tasks that this engine cannot make. */
const LONG_CLAIM_MS = 10

/** An idle worker spends at most a tenth of the time in such claims, so that they do not load the database. */
async function rest(tookMs: number, signal: AbortSignal): Promise<void> {
  if (tookMs > LONG_CLAIM_MS) await pause(Math.min(POLL_MS, 9 * tookMs), undefined, { signal }).catch(() => {})
}

/** Last stages first: tasks that are nearly finished are delivered before new ones start. */
const ORDER: readonly Stage[] = ['package', 'upscale', 'render', 'encode']

export interface RunningWorker {
  readonly id: string
  /** Stops claiming, lets the running stage continue for a grace period, then returns it. */
  close(graceMs: number): Promise<void>
}

/** A worker process's loop: one stage at a time, claimed from the queues of its capabilities. */
export function startWorker(
  resources: Resources,
  options: {
    readonly engine: Engine
    readonly capabilities: readonly Capability[]
    readonly pool: string
  },
): RunningWorker {
  const { engine, capabilities } = options
  const record = newWorker({ capabilities, pool: options.pool, engine: engine.name, limits: engine.limits })
  const stages = ORDER.filter((stage) => capabilities.includes(stage))
  const stopping = new AbortController()
  const draining = new AbortController()

  const signs = startWorkerBeat(resources, record)
  const common = { pool: options.pool, accelerates: capabilities.includes('lora') }
  const serves = () => (signs.hasUnfit() ? { ...common, profile: record.profile } : common)
  const claimAny = async () => (draining.signal.aborted ? null : claimNext(resources, stages, record.id, serves()))
  const takes = () => (draining.signal.aborted ? null : { stages, serves: serves() })

  const reaper = startReaper(resources)
  const sweep = startLoop('left folders', LEFT_FOLDERS_MS, resources.log, async () => {
    await removeLeftFolders(resources.log)
  })
  const loop = startLoop('worker', POLL_MS, resources.log, async () => {
    for (;;) {
      const asked = performance.now()
      let claim = await claimAny()
      if (!claim) return signs.hasUnfit() ? rest(performance.now() - asked, draining.signal) : undefined
      while (claim) claim = await runStage(resources, engine, claim, stopping.signal, takes, signs.foundUnfit)
    }
  })
  const stopListening = resources.listener.on(CHANNELS.jobs, loop.wake)

  return {
    id: record.id,
    async close(graceMs) {
      draining.abort()
      stopListening()
      const grace = setTimeout(() => stopping.abort(), graceMs)
      await loop.close()
      clearTimeout(grace)
      await Promise.all([reaper.close(), sweep.close()])
      await signs.close()
    },
  }
}
