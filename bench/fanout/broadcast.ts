import { readFileSync } from 'node:fs'
import type { Closing } from '../../test/support/closing.ts'
import { spreadOf } from '../../test/support/spread.ts'
import { now } from './clock.ts'
import { OURS, type Setting, startContender } from './contenders.ts'
import type { Plan } from './plan.ts'
import { FIRST_SEQ } from './writer.ts'

const OTHER_FILES = 200

export interface Broadcasts {
  readonly open: number
  /** Milliseconds from right before COMMIT to the client: the median broadcast's, and the worst p99. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** W3d: this many subscriptions of one task in one process, and the time until an event reaches them. */
export async function measureBroadcasts(setting: Setting, plan: Plan, closing: Closing): Promise<Broadcasts[]> {
  const url = await setting.cluster.database('bench_w3d')
  const { crowd } = await startContender(setting, OURS, url, closing)
  const results: Broadcasts[] = []
  for (const [step, open] of plan.open.filter(isAllowed).entries()) {
    const { load, watch, push } = await crowd(open)
    const task = setting.ids.slice(step, step + 1)
    await watch(task, FIRST_SEQ)
    const seen: { p50: number; p99: number }[] = []
    for (let seq = FIRST_SEQ + 1; seq <= FIRST_SEQ + plan.broadcasts; seq++) {
      let start = 0
      const { p50, p99 } = await load.arrivals(open, seq, () =>
        push(task, seq, () => {
          start = now()
        }),
      )
      seen.push({ p50: p50 - start, p99: p99 - start })
    }
    await load.fence()
    load.close()
    const p99 = spreadOf(seen.map((each) => each.p99))
    results.push({ open, p50: spreadOf(seen.map((each) => each.p50)).median, p99: p99.median, worst: p99.max })
  }
  return results
}

/**
 * Whether a process may have this many sockets here, and some files beside; Node raises its own limit to the maximum.
 */
function isAllowed(sockets: number): boolean {
  const [, limit = '0'] = /Max open files\s+\S+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  const allowed = sockets + OTHER_FILES <= Number(limit)
  if (!allowed) console.log(`${sockets} subscriptions are skipped: a process may have only ${limit} open files here`)
  return allowed
}
