import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'
import type { Broadcasts } from './broadcast.ts'
import { CONTENDERS, type Contender, FED, GRAPHQL_WS, LISTEN, OURS, RAW } from './contenders.ts'
import type { Latencies } from './latency.ts'
import type { Plan } from './plan.ts'
import { type Measured, WAYS, type WaveResults, type Way } from './waves.ts'

export interface Summary {
  readonly plan: Plan
  readonly waves: WaveResults
  readonly memory: ReadonlyMap<string, readonly number[]>
  readonly latency: ReadonlyMap<string, readonly Latencies[]>
  readonly broadcasts: readonly Broadcasts[]
  readonly cpu: CpuShares | null
  readonly postgres: string
  readonly minutes: number
}

const AIMS: Readonly<Record<Way, number>> = { distinct: 0.5, identical: 0.85 }
const BROADCAST_AIM_MS = 1000
const OPEN_AIM = 15_000

export function print(summary: Summary): void {
  for (const way of WAYS) printWaves(summary, way)
  printMemory(summary)
  printLatency(summary)
  printBroadcasts(summary)
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  const { cpu, postgres, minutes } = summary
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${minutes.toFixed(1)} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures([
    ...figuresOfWaves(summary),
    ...figuresOfMemory(summary),
    ...figuresOfLatency(summary),
    ...figuresOfOpen(summary),
  ])
}

const show = ({ median, min, max }: Spread, digits = 0) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`

function valuesOf({ waves }: Summary, way: Way, name: string, key: keyof Measured): number[] {
  return (waves.measured.get(`${way} ${name}`) ?? []).map((each) => each[key])
}

function ratioToRaw(summary: Summary, way: Way, name: string): Spread {
  return ratioOf(valuesOf(summary, way, name, 'rate'), valuesOf(summary, way, RAW.name, 'rate'))
}

/** Of tasks of their own: vidgate's rate to a peer's. */
function ratioOfOurs(summary: Summary, peer: Contender): number {
  const [ours, theirs] = [OURS, peer].map(({ name }) => valuesOf(summary, 'distinct', name, 'rate'))
  return ratioOf(ours ?? [], theirs ?? []).median
}

function printWaves(summary: Summary, way: Way): void {
  const { sockets, rounds, waves } = summary.plan
  const what = way === 'distinct' ? 'each of a separate task, one event each' : 'of one task, one event'
  console.log(`\nW3, ${way}: ${sockets} subscriptions, ${what}; ${rounds} rounds of ${waves}, ABBA`)
  const rows = CONTENDERS.map(({ name, about }) => [
    about,
    show(spreadOf(valuesOf(summary, way, name, 'rate'))),
    show(ratioToRaw(summary, way, name), 2),
    spreadOf(valuesOf(summary, way, name, 'cpuUs')).median.toFixed(1),
  ])
  printTable([['', 'deliveries/s', 'to raw ws', 'CPU us'], ...rows])
}

function figuresOfWaves(summary: Summary): Figure[] {
  const fastest = Math.max(...WAYS.map((way) => spreadOf(valuesOf(summary, way, RAW.name, 'rate')).median))
  const figure = (metric: string, value: number, aim?: number): Figure => ({
    ...{ bench: 'W3', metric, value },
    ...(aim === undefined ? {} : { aim }),
  })
  return [
    ...WAYS.flatMap((way) =>
      CONTENDERS.filter((each) => each !== RAW).map(({ name }) =>
        name === OURS.name
          ? figure(`${way}_to_raw_ws`, ratioToRaw(summary, way, name).median, AIMS[way])
          : figure(`${way}_${name}_to_raw_ws`, ratioToRaw(summary, way, name).median),
      ),
    ),
    figure('distinct_to_graphql_ws', ratioOfOurs(summary, GRAPHQL_WS), 1.3),
    figure('distinct_to_graphql_ws_listen', ratioOfOurs(summary, FED), 2),
    figure('generator_to_raw_ws', summary.waves.generator / fastest, 3),
  ]
}

function printMemory({ memory, plan }: Summary): void {
  console.log(`\nW3b: KiB of resident memory a socket with its subscription, ${plan.sockets} of them, after GC`)
  printTable([['', 'KiB'], ...CONTENDERS.map(({ name, about }) => [about, show(spreadOf(memory.get(name) ?? []), 1)])])
}

function figuresOfMemory({ memory }: Summary): Figure[] {
  const ours = memory.get(OURS.name) ?? []
  const to = ({ name }: Contender) => ratioOf(ours, memory.get(name) ?? []).median
  return [
    { bench: 'W3b', metric: 'kib_per_subscription', value: spreadOf(ours).median, aim: 18 },
    { bench: 'W3b', metric: 'memory_to_graphql_ws', value: to(GRAPHQL_WS), aim: 1 },
    { bench: 'W3b', metric: 'memory_to_raw_ws', value: to(RAW) },
  ]
}

function latencyOf({ latency }: Summary, name: string, key: keyof Latencies): Spread {
  return spreadOf((latency.get(name) ?? []).map((each) => each[key]))
}

function printLatency(summary: Summary): void {
  const { sockets, latencyRounds, latencySeconds } = summary.plan
  console.log(
    `\nW3c: ms from COMMIT to client, ${sockets} subscriptions, 200 events/s; ${latencyRounds} rounds of ${latencySeconds} s`,
  )
  const rows = [OURS, LISTEN].map(({ name, about }) => [
    about,
    ...(['p50', 'p99', 'max'] as const).map((key) => show(latencyOf(summary, name, key), 1)),
  ])
  printTable([['', 'p50', 'p99', 'most'], ...rows])
}

function figuresOfLatency(summary: Summary): Figure[] {
  const figure = (of: string, name: string, key: 'p50' | 'p99', aim?: number): Figure => ({
    ...{ bench: 'W3c', metric: `${of}${key}_ms`, value: latencyOf(summary, name, key).median },
    ...(aim === undefined ? {} : { aim }),
  })
  return [
    figure('', OURS.name, 'p50', 6),
    figure('', OURS.name, 'p99', 30),
    figure('raw_listen_', LISTEN.name, 'p50'),
    figure('raw_listen_', LISTEN.name, 'p99'),
  ]
}

function printBroadcasts({ broadcasts, plan }: Summary): void {
  console.log(
    `\nW3d: ms from COMMIT to client, all of one task; median of ${plan.broadcasts} events, and the worst p99`,
  )
  const rows = broadcasts.map(({ open, p50, p99, worst }) => [
    `${open} subscriptions`,
    ...[p50, p99, worst].map((ms) => ms.toFixed(0)),
  ])
  printTable([['', 'p50', 'p99', 'worst p99'], ...rows])
}

function figuresOfOpen({ broadcasts }: Summary): Figure[] {
  const most = broadcasts.findLast(({ p99 }) => p99 <= BROADCAST_AIM_MS)?.open ?? 0
  const last = broadcasts.at(-1)
  return [
    { bench: 'W3d', metric: 'open_subscriptions', value: most, aim: OPEN_AIM },
    { bench: 'W3d', metric: `broadcast_p99_ms_at_${last?.open ?? 0}`, value: last?.p99 ?? 0, aim: BROADCAST_AIM_MS },
  ]
}
