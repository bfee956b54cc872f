import type { Closing } from '../../test/support/closing.ts'
import { now } from './clock.ts'
import { type Contender, LISTEN, OURS, type Setting, startContender } from './contenders.ts'
import type { Arrival } from './load-process.ts'
import type { Plan } from './plan.ts'
import { FIRST_SEQ, openWriter, type Writer } from './writer.ts'

const EVENTS_A_SECOND = 200
/** This many commits may run at once; more than do, so that none waits for a connection. */
const CONNECTIONS = 8
const CHANNEL = 'bench_events'

/** Milliseconds from right before sending a COMMIT to the event's last byte at its client. */
export interface Latencies {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * W3c: one socket receives each commit while the others wait. By contender, one measurement for each round, after one that does not count:
 * in its first seconds a process compiles.
 */
export async function measureLatency(
  setting: Setting,
  plan: Plan,
  closing: Closing,
): Promise<ReadonlyMap<string, readonly Latencies[]>> {
  const lanes = [await openLane(setting, OURS, plan, closing), await openLane(setting, LISTEN, plan, closing)]
  const measured = new Map<string, Latencies[]>(lanes.map(({ contender }) => [contender.name, []]))
  for (const { measure } of lanes) await measure()
  for (let round = 0; round < plan.latencyRounds; round++) {
    for (const { contender, measure } of round % 2 === 0 ? lanes : lanes.toReversed()) {
      measured.get(contender.name)?.push(await measure())
    }
  }
  return measured
}

interface Lane {
  readonly contender: Contender
  readonly measure: () => Promise<Latencies>
}

async function openLane(setting: Setting, contender: Contender, plan: Plan, closing: Closing): Promise<Lane> {
  const { sockets, latencySeconds } = plan
  const url = await setting.cluster.database(`bench_w3c_${contender.name}`)
  const running = await startContender(setting, contender, url, closing, { CHANNEL })
  const crowd = await running.crowd(sockets)
  const ids = setting.ids.slice(0, sockets)
  await crowd.watch(ids, FIRST_SEQ)
  const writer = openWriter(url, CONNECTIONS, closing)
  const push: Writer['push'] =
    contender === LISTEN ? (ids, seq, before) => writer.notify(CHANNEL, ids, seq, before) : writer.push
  const events = latencySeconds * EVENTS_A_SECOND
  let sent = 0
  const measure = async () => {
    const commits = new Map<string, number>()
    const arrivals = await crowd.load.arrivals(events, null, () =>
      paced(events, EVENTS_A_SECOND, async () => {
        // One task after the other: the watchers of one wave are spread over all sockets.
        const [watcher, seq] = [sent % sockets, FIRST_SEQ + 1 + Math.floor(sent / sockets)]
        sent += 1
        await push([ids[watcher] ?? ''], seq, () => commits.set(`${watcher} ${seq}`, now()))
      }),
    )
    await crowd.load.fence()
    return latenciesOf(commits, arrivals.list)
  }
  return { contender, measure }
}

/** Calls `act` this often a second, at equal intervals, however long it takes. */
export async function paced(times: number, perSecond: number, act: () => Promise<void>): Promise<void> {
  const acts: Promise<void>[] = []
  const start = now()
  while (acts.length < times) {
    const due = Math.min(times, 1 + Math.floor(((now() - start) * perSecond) / 1000))
    while (acts.length < due) acts.push(act())
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(acts)
}

/**
 * @param commits times by watcher and seq: `17 1003`
 * @throws Error unless exactly the committed events arrived
 */
export function latenciesOf(commits: ReadonlyMap<string, number>, list: readonly Arrival[]): Latencies {
  const left = new Map(commits)
  const sorted = list
    .map(([watcher, seq, at]) => {
      const name = `${watcher} ${seq}`
      const from = left.get(name)
      if (from === undefined || !left.delete(name)) throw new Error(`nobody committed event ${seq} of task ${watcher}`)
      return at - from
    })
    .sort((a, b) => a - b)
  if (left.size > 0) throw new Error(`${left.size} events did not arrive`)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
