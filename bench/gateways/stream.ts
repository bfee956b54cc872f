import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import { now } from '../fanout/clock.ts'
import { type Latencies, latenciesOf, paced } from '../fanout/latency.ts'
import { type Load, startLoad } from '../fanout/load.ts'
import type { Arrival } from '../fanout/load-process.ts'
import { FIRST_SEQ, openWriter } from '../fanout/writer.ts'
import { type Lane, type Spent, startMeter } from './lanes.ts'

/** More than write at once, so that none waits for a connection. */
const CONNECTIONS = 8
/** The last readings of gateways that send nothing. */
const TAIL_MS = 100

export interface Streamed {
  readonly events: number
  /** Events that watchers received, each once. */
  readonly deliveries: number
  /** null if nothing is watched. */
  readonly latencies: Latencies | null
  readonly spent: Spent
}

/** Resources that all streams of a run share. */
export interface Setting {
  readonly cluster: Cluster
  /** Of the watchers' account. */
  readonly keys: readonly string[]
  readonly ids: readonly string[]
}

export interface Options {
  /** 1: every task is watched; 10: every tenth; 0: none. */
  readonly watchedEvery: number
  /** Load processes, spread over the lane's gateways. */
  readonly loads: number
  readonly commitsPerSecond: number
  /** Tasks with an event in each commit. */
  readonly batch: number
  readonly seconds: number
}

/**
 * Watchers on the gateways of a lane, and a writer. Every task gets its events in turn.
 * @returns measures some seconds of writing; throws Error unless each watched event arrives exactly once
 */
export async function openStream(
  { cluster, keys, ids }: Setting,
  lane: Lane,
  options: Options,
  closing: Closing,
): Promise<() => Promise<Streamed>> {
  const { watchedEvery, commitsPerSecond, batch, seconds } = options
  const watched = ids.filter((_, task) => watchedEvery > 0 && task % watchedEvery === 0)
  const numbers = new Map(watched.map((id, number) => [id, number]))
  const crowd = await openCrowd(lane, keys, watched, options.loads, closing)
  const writer = openWriter(lane.url, CONNECTIONS, closing)
  let sent = 0
  const next = () => {
    const [first, seq] = [(sent * batch) % ids.length, FIRST_SEQ + 1 + Math.floor((sent * batch) / ids.length)]
    sent += 1
    return { tasks: ids.slice(first, first + batch), seq }
  }
  return async () => {
    const writes = Array.from({ length: Math.round(seconds * commitsPerSecond) }, next)
    const events = writes.length * batch
    const commits = new Map<string, number>()
    const numbersOf = (tasks: readonly string[]) => tasks.flatMap((id) => numbers.get(id) ?? [])
    const due = writes.flatMap(({ tasks }) => numbersOf(tasks))
    const expected = crowd.loads.map((_, load) => due.filter((number) => number % crowd.loads.length === load).length)
    const stop = startMeter(cluster, lane)
    let at = 0
    const list = await crowd.arrivals(expected, () =>
      paced(writes.length, commitsPerSecond, async () => {
        const { tasks, seq } = writes[at++] ?? { tasks: [], seq: 0 }
        await writer.push(tasks, seq, () => {
          for (const number of numbersOf(tasks)) commits.set(`${number} ${seq}`, now())
        })
      }),
    )
    await pause(TAIL_MS)
    const spent = stop()
    await Promise.all(crowd.loads.map((load) => load.fence()))
    const latencies = crowd.loads.length > 0 ? latenciesOf(commits, list) : null
    return { events, deliveries: list.length, latencies, spent }
  }
}

/** Watchers in several processes. */
interface Crowd {
  readonly loads: readonly Load[]
  /** @param expected events by load process @returns those of all, with the number of the watched task */
  arrivals(expected: readonly number[], trigger: () => Promise<void>): Promise<Arrival[]>
}

async function openCrowd(
  { servers }: Lane,
  keys: readonly string[],
  watched: readonly string[],
  processes: number,
  closing: Closing,
): Promise<Crowd> {
  const loads: Load[] = []
  while (watched.length > 0 && loads.length < processes) {
    const part = watched.filter((_, number) => number % processes === loads.length)
    const load = startLoad(closing)
    await load.open(servers[loads.length % servers.length]?.port ?? 0, '/graphql', keys, part.length)
    await load.watch(part, FIRST_SEQ, true)
    loads.push(load)
  }
  return {
    loads,
    async arrivals(expected, trigger) {
      if (loads.length === 0) await trigger()
      const all = Promise.withResolvers<void>()
      let ready = 0
      const begin = () => {
        ready += 1
        if (ready === loads.length) trigger().then(all.resolve, all.reject)
        return all.promise
      }
      const parts = await Promise.all(loads.map((load, i) => load.arrivals(expected[i] ?? 0, null, begin)))
      return parts.flatMap(({ list }, i) =>
        list.map(([watcher, seq, at]): Arrival => [watcher * loads.length + i, seq, at]),
      )
    },
  }
}
