import { setTimeout as pause } from 'node:timers/promises'
import { beat } from '../../../src/stage/beat.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { claimStage } from '../../support/claim.ts'
import type { Closing } from '../../support/closing.ts'
import { done } from '../cancel/ground.ts'
import { type Ground, raise, type Watched } from '../support/watched.ts'

const WORKER = 'wrk_chaos'
const BEAT_MS = 1000
/** Events are written in batches with gaps, like the reports of many workers. */
const BATCH_MS = 20

export interface Rates {
  readonly seconds: number
  /** Events a second, of all tasks in turn. */
  readonly rate: number
  /** This many of the tasks have this many additional events a second each. */
  readonly hot: number
  readonly hotRate: number
}

/** Tasks that are rendered throughout. */
export interface Events {
  readonly tasks: readonly Watched[]
  /** Writes events at steady rates. @param onEvent called for each committed event */
  write(rates: Rates, onEvent: (id: string, seq: number, at: number) => void): Promise<void>
}

/** @param bytes of metadata of each task */
export async function openEvents(ground: Ground, count: number, bytes: number, closing: Closing): Promise<Events> {
  const { side } = ground
  const metadata = JSON.stringify({ note: 'x'.repeat(bytes) })
  const tasks: Watched[] = []
  while (tasks.length < count) tasks.push(await ground.create(metadata))
  const claims: Claim[] = []
  for (let claim = await claimStage(side, 'encode', WORKER); claim; claim = await claimStage(side, 'encode', WORKER)) {
    await done(side, claim)
    const render = await claimStage(side, 'render', WORKER)
    if (render) claims.push(render)
  }
  closing.push(keepAlive(claims, (claim) => beat(side, claim, 0)))
  const ids = tasks.map(({ id }) => id)
  return {
    tasks,
    async write({ seconds, rate, hot, hotRate }, onEvent) {
      const start = performance.now()
      let [written, hotWritten] = [0, 0]
      while (performance.now() < start + seconds * 1000) {
        const elapsed = (performance.now() - start) / 1000
        const batch = new Set<string>()
        for (; hotWritten < elapsed * hotRate; hotWritten++) for (const id of ids.slice(0, hot)) batch.add(id)
        for (; written < elapsed * rate; written++) batch.add(ids[written % count] ?? '')
        if (batch.size > 0) {
          const raised = await raise(side, [...batch])
          const at = performance.now()
          for (const { id, seq } of raised) onEvent(id, seq, at)
        }
        await pause(BATCH_MS)
      }
    },
  }
}

/** Sends heartbeats for claims before their leases end. @returns a function that ends it */
function keepAlive(claims: readonly Claim[], beatOnce: (claim: Claim) => Promise<boolean>): () => Promise<void> {
  const ended = new AbortController()
  const beating = (async () => {
    while (!ended.signal.aborted) {
      for (const claim of claims) await beatOnce(claim)
      await pause(BEAT_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return () => {
    ended.abort()
    return beating
  }
}
