import type { Capability } from '../src/config.ts'
import { listen } from '../src/lib/listener.ts'
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
    readonly databaseUrl: string
    readonly engine: Engine
    readonly capabilities: readonly Capability[]
    readonly pool: string
  },
): RunningWorker {
  const { engine, capabilities } = options
  const record = newWorker({ capabilities, pool: options.pool, engine: engine.name, limits: engine.limits })
  const stages = ORDER.filter((stage) => capabilities.includes(stage))
  const stopping = new AbortController()
  let draining = false

  const serves = { pool: options.pool, accelerates: capabilities.includes('lora'), profile: record.profile }
  const claimAny = async () => (draining ? null : claimNext(resources, stages, record.id, serves))
  const takes = () => (draining ? null : { stages, serves })

  const signs = startWorkerBeat(resources, record)
  const reaper = startReaper(resources)
  const sweep = startLoop('left folders', LEFT_FOLDERS_MS, resources.log, async () => {
    await removeLeftFolders(resources.log)
  })
  const loop = startLoop('worker', POLL_MS, resources.log, async () => {
    let claim = await claimAny()
    while (claim) claim = (await runStage(resources, engine, claim, stopping.signal, takes)) ?? (await claimAny())
  })
  const listener = listen(options.databaseUrl, CHANNELS.jobs, resources.log, loop.wake)

  return {
    id: record.id,
    async close(graceMs) {
      draining = true
      await listener.close()
      const grace = setTimeout(() => stopping.abort(), graceMs)
      await loop.close()
      clearTimeout(grace)
      await Promise.all([reaper.close(), sweep.close()])
      await signs.close()
    },
  }
}
