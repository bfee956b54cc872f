import { ratioOf, spreadOf } from '../../test/support/spread.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'
import type { Depth, Listing } from './cases.ts'
import type { Measured, Plan, Results } from './measure.ts'

type Level = ReadonlyMap<string, readonly Measured[]>

export const NOOP = 'noop'
const LISTS: readonly Listing['name'][] = ['plain', 'filtered']
const DEPTHS: readonly Depth[] = ['first', 'deep']

export const nameOf = (contender: string, listing: Listing['name'], depth: Depth) => `${contender} ${listing} ${depth}`

export function print(
  plan: Plan,
  contenders: readonly { readonly name: string; readonly about: string }[],
  { rounds, cpu }: Results,
  { postgres, minutes }: { readonly postgres: string; readonly minutes: number },
): void {
  for (const [connections, level] of rounds) {
    for (const listing of LISTS) {
      for (const depth of DEPTHS) {
        const page = depth === 'first' ? 1 : plan.deep
        console.log(`\n${listing} list, page ${page}; ${connections} connections, ${plan.rounds} rounds`)
        printTable([HEAD, ...contenders.map(({ name, about }) => rowOf(level, about, name, listing, depth))])
      }
    }
  }
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(`\n${plan.tasks} tasks; Node ${process.version}, Postgres ${postgres}; ${minutes.toFixed(1)} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  for (const [connections, level] of rounds) printFigures(figuresOf(level, connections))
}

const HEAD = ['', 'pages/s', 'min', 'max', 'to floor', 'p50 ms', 'p99 ms', 'CPU us']

function rowOf(level: Level, about: string, contender: string, listing: Listing['name'], depth: Depth): string[] {
  const measured = level.get(nameOf(contender, listing, depth)) ?? []
  const { median, min, max } = spreadOf(valuesOf(measured, 'rate'))
  const floor = valuesOf(level.get(nameOf('floor', listing, depth)) ?? [], 'rate')
  const [p50, p99, cpuUs] = (['p50', 'p99', 'cpuUs'] as const).map((key) => spreadOf(valuesOf(measured, key)).median)
  return [
    about,
    ...[median, min, max].map((rate) => rate.toFixed(0)),
    ratioOf(valuesOf(measured, 'rate'), floor).median.toFixed(2),
    ...[p50, p99].map((ms = 0) => ms.toFixed(2)),
    (cpuUs ?? 0).toFixed(0),
  ]
}

const valuesOf = (measured: readonly Measured[], key: keyof Measured) => measured.map((each) => each[key])

/** Aims of rates are for 32 connections; the aim that a deep page takes no longer than the first is for any number. */
function figuresOf(level: Level, connections: number): Figure[] {
  const values = (contender: string, listing: Listing['name'], depth: Depth, key: keyof Measured) =>
    valuesOf(level.get(nameOf(contender, listing, depth)) ?? [], key)
  const figure = (metric: string, setting: string, value: number, aim?: number): Figure => ({
    ...{ bench: 'W4', metric, setting, connections, value },
    ...(aim === undefined ? {} : { aim }),
  })
  const figures: Figure[] = []
  for (const listing of LISTS) {
    for (const depth of DEPTHS) {
      const rate = (contender: string) => values(contender, listing, depth, 'rate')
      const ratio = (of: string, to: string) => ratioOf(rate(of), rate(to)).median
      const setting = `${listing}, ${depth}`
      const aim = (value: number) => (connections === 32 ? value : undefined)
      figures.push(figure('rest_to_floor', setting, ratio('rest', 'floor'), aim(0.8)))
      const peers = ['mercurius', 'postgraphile'].map((peer) => ratio('graphql', peer))
      figures.push(figure('graphql_to_best_peer', setting, Math.min(...peers), aim(1)))
      figures.push(figure('graphql_to_postgraphile', setting, peers[1] ?? 0))
    }
    for (const door of ['rest', 'graphql']) {
      const times = DEPTHS.map((depth) => values(door, listing, depth, 'p50'))
      const [first = [], deep = []] = times
      figures.push(figure(`${door}_deep_to_first_p50`, listing, ratioOf(deep, first).median, 1.2))
    }
  }
  const noop = spreadOf(valuesOf(level.get(NOOP) ?? [], 'rate')).median
  const ours = spreadOf(values('rest', 'plain', 'first', 'rate')).median
  return [...figures, figure('generator_to_rest', 'plain, first', noop / ours, 3)]
}
