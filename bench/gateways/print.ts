import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { Results } from '../create/measure.ts'
import { print, type Ratio, type Surroundings } from '../create/print.ts'
import { type Figure, printTable } from '../support/figures.ts'
import type { Idle } from './idle.ts'
import { COUNTS } from './lanes.ts'
import type { Plan } from './plan.ts'
import { EVENTS_A_SECOND } from './pushes.ts'
import type { Streamed } from './stream.ts'
import { BATCH, COMMITS_A_SECOND, type Tails } from './tail.ts'

const RATIOS: readonly Ratio[] = [
  ['W12', 'creates_of_two_to_one', 'two', 'one', {}],
  ['W12', 'creates_of_four_to_one', 'four', 'one', { 32: 0.85 }],
]

const NAMES = Object.keys(COUNTS)
const ABOUTS: Readonly<Record<string, string>> = {
  ...{ one: '1 gateway', two: '2 gateways', four: '4 gateways' },
  ...{ alone: 'writer alone', nothing: 'watches nothing', tenth: 'every tenth task', all: 'all tasks' },
}

const show = ({ median, min, max }: Spread, digits: number) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`

/** @param more figures of the other parts */
export function printAll(creates: Results, surroundings: Surroundings, more: readonly Figure[]): void {
  const figures = [...more, ...printCosts(creates)]
  print(creates, surroundings, {
    ...{ bench: 'W12', reference: 'one', fastest: 'one', by: 'rate', ratios: RATIOS, more: figures },
  })
}

function figure(metric: string, setting: string, value: number, aim?: number): Figure {
  return { bench: 'W12', metric, setting, value, ...(aim === undefined ? {} : { aim }) }
}

export function printIdle(plan: Plan, idle: Idle): Figure[] {
  console.log(`\nidle: ms of processor a minute, measured for ${plan.idleSeconds} s`)
  const rows = [...idle].map(([gateways, spent]) => [
    `${gateways} gateway${gateways === 1 ? '' : 's'}`,
    ...[spent.gateways, spent.postgres].map((ms) => ms.toFixed(0)),
  ])
  printTable([['', 'gateways', 'Postgres'], ...rows])
  const [one, four] = [idle.get(1), idle.get(4)]
  return (['gateways', 'postgres'] as const).map((part) =>
    figure(`idle_ms_a_minute_${part}`, 'one more', ((four?.[part] ?? 0) - (one?.[part] ?? 0)) / 3),
  )
}

/** Milliseconds of processor for 1,000 events. */
const perEvents = (streamed: readonly Streamed[], part: 'gateways' | 'postgres') =>
  streamed.map(({ spent, events }) => (spent[part] * 1000) / events)

export function printTails(plan: Plan, tails: Tails): Figure[] {
  const { rounds, seconds } = plan.tail
  const rate = `${COMMITS_A_SECOND} commits of ${BATCH} events a second`
  console.log(`\ntail: ms of processor for 1,000 events; ${rate}, ${rounds} rounds of ${seconds} s, ABCDDCBA`)
  const sides = [...tails.streamed].map(([name, streamed]) => {
    const [gateway, postgres] = [perEvents(streamed, 'gateways'), perEvents(streamed, 'postgres')]
    return { name, gateway, postgres, read: tails.read.get(name) }
  })
  const of = (name: string) => sides.find((side) => side.name === name)?.gateway ?? []
  const rows = sides.map(({ name, gateway, postgres, read }) => [
    ABOUTS[name] ?? name,
    read ? show(spreadOf(gateway), 0) : '-',
    show(spreadOf(postgres), 0),
    ...[read?.headers, read?.whole].map((each) => each?.toFixed(2) ?? '-'),
  ])
  printTable([['', 'gateway', 'Postgres', 'headers an event', 'whole'], ...rows])
  const alone = sides.find(({ name }) => name === 'alone')?.postgres ?? []
  const figures = sides.flatMap(({ name, gateway, postgres, read }) => {
    if (!read) return []
    const added = spreadOf(postgres.map((each, round) => each - (alone[round] ?? 0))).median
    return [
      figure('tail_ms_of_1000_events', name, spreadOf(gateway).median),
      figure('tail_postgres_ms_of_1000_events', name, added),
      figure('tail_headers_read_an_event', name, read.headers),
      figure('tail_whole_read_an_event', name, read.whole),
    ]
  })
  return [
    ...figures,
    figure('tail_to_all', 'nothing', ratioOf(of('nothing'), of('all')).median, 0.3),
    figure('tail_to_all', 'tenth', ratioOf(of('tenth'), of('all')).median),
  ]
}

/** Microseconds of processor for a delivery. */
const perDelivery = (streamed: readonly Streamed[], part: 'gateways' | 'postgres') =>
  streamed.map(({ spent, deliveries }) => (spent[part] * 1000) / deliveries)

const latenciesOf = (streamed: readonly Streamed[], key: 'p50' | 'p99') =>
  streamed.map(({ latencies }) => latencies?.[key] ?? 0)

export function printPushes(plan: Plan, pushes: ReadonlyMap<string, readonly Streamed[]>): Figure[] {
  const { rounds, seconds } = plan.pushes
  const what = `${plan.tasks} subscriptions in all, ${EVENTS_A_SECOND} events/s`
  console.log(`\npushes: COMMIT to client, ${what}; ${rounds} rounds of ${seconds} s, ABCCBA; processor a delivery`)
  const lanes = NAMES.map((name) => ({ name, streamed: pushes.get(name) ?? [] }))
  const rows = lanes.map(({ name, streamed }) => [
    ABOUTS[name] ?? name,
    ...(['p50', 'p99'] as const).map((key) => show(spreadOf(latenciesOf(streamed, key)), 1)),
    ...(['gateways', 'postgres'] as const).map((part) => show(spreadOf(perDelivery(streamed, part)), 0)),
  ])
  printTable([['', 'p50 ms', 'p99 ms', 'gateways us', 'Postgres us'], ...rows])
  const toOne = (name: string, key: 'p50' | 'p99') =>
    ratioOf(latenciesOf(pushes.get(name) ?? [], key), latenciesOf(pushes.get('one') ?? [], key)).median
  return [
    ...lanes.flatMap(({ name, streamed }) => [
      figure('push_p50_ms', name, spreadOf(latenciesOf(streamed, 'p50')).median),
      figure('push_p99_ms', name, spreadOf(latenciesOf(streamed, 'p99')).median),
      figure('push_gateways_us', name, spreadOf(perDelivery(streamed, 'gateways')).median),
      figure('push_postgres_us', name, spreadOf(perDelivery(streamed, 'postgres')).median),
    ]),
    figure('push_p50_to_one', 'two', toOne('two', 'p50')),
    figure('push_p50_to_one', 'four', toOne('four', 'p50'), 1.5),
    figure('push_p99_to_one', 'four', toOne('four', 'p99')),
  ]
}

function printCosts(creates: Results): Figure[] {
  const [level] = creates.levels
  const partsOf = (name: string, part: 'gateways' | 'postgres') =>
    (level?.rounds.get(name) ?? []).map(({ parts }) => parts?.[part] ?? 0)
  console.log('\ncreates: us of processor a create')
  const rows = NAMES.map((name) => [
    ABOUTS[name] ?? name,
    ...(['gateways', 'postgres'] as const).map((part) => show(spreadOf(partsOf(name, part)), 0)),
  ])
  printTable([['', 'gateways', 'Postgres'], ...rows])
  return (['gateways', 'postgres'] as const).flatMap((part) => {
    const [one, four] = [partsOf('one', part), partsOf('four', part)]
    const added = spreadOf(four.map((each, round) => (each - (one[round] ?? 0)) / 3)).median
    return [
      ...NAMES.map((name) => figure(`create_us_${part}`, name, spreadOf(partsOf(name, part)).median)),
      figure(`create_us_${part}`, 'one more', added),
    ]
  })
}
