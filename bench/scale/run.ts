import { join } from 'node:path'
import { runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { ratioOf, spreadOf } from '../../test/support/spread.ts'
import { OURS, startContender } from '../create/contenders.ts'
import { fillTemplate } from '../create/fill.ts'
import { type Driven, measureAll, measureDoor, type Runner } from '../create/measure.ts'
import { level, type Plan } from '../create/plan.ts'
import { print, type Ratio } from '../create/print.ts'
import { openLoad, openNoop, type Setting } from '../create/runners.ts'
import { openPast } from '../history/past.ts'
import { REST } from '../list/doors.ts'
import { type Runner as ListRunner, type Results as Lists, measureAll as measureLists } from '../list/measure.ts'
import { type Figure, printTable } from '../support/figures.ts'
import { ALL, deleteOld, measureSteps, openSteps, type Steps, TAIL, type Times } from './chores.ts'
import { ADD_OLD, fillScale } from './fill.ts'

const ACCOUNTS = 100
/** Pages of a list that are read. */
const PAGES: readonly number[] = [1, 5]

interface Size {
  /** Finished tasks of each account. */
  readonly few: number
  readonly many: number
  readonly creates: Plan
  readonly lists: Parameters<typeof measureLists>[0]
  /** Of chores and tail. */
  readonly rounds: number
}

const FULL: Size = {
  few: 100,
  many: 100_000,
  creates: { settleMs: 2500, levels: [level(1, 8, 300, 1500), level(8, 8, 300, 1500)] },
  lists: { connections: [1, 32], rounds: 6, settleMs: 1500, warmMs: 200, windowMs: 1200 },
  rounds: 40,
}
/** The quick run would spend its minutes on filling. */
const QUICK: Size = {
  few: 100,
  many: 1000,
  creates: { settleMs: 900, levels: [level(1, 2, 150, 800), level(8, 2, 150, 800)] },
  lists: { connections: [32], rounds: 2, settleMs: 500, warmMs: 100, windowMs: 500 },
  rounds: 8,
}

const AIM = 1.2
const RATIOS: readonly Ratio[] = [
  ['W13', 'create_many_to_few_p50', 'many', 'few', { 1: AIM, 8: AIM }],
  ['W13', 'create_beside_deletes_p50', 'deleting', 'many', { 1: AIM, 8: AIM }],
]

interface Side {
  readonly name: string
  readonly tasks: number
  readonly url: string
  readonly port: number
  readonly steps: Steps
}

/** W13: creates, lists, the tail and the chores, after ten thousand tasks and after ten million. */
export function benchScale(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const size = quick ? QUICK : FULL
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url, ACCOUNTS)
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, load: openLoad(closing), keys, closing }
    const few = await openSide(setting, 'few', size.few)
    const many = await openSide(setting, 'many', size.many)
    const rates: number[] = []
    const runners = openRunners(setting, few, many, rates)
    const creates = await measureAll(size.creates, runners, await openNoop(setting))
    // Both sides, so that the chores find nothing to do.
    for (const { ground } of runners.slice(0, 2)) await ground.reset()
    const steps = await measureSteps([few.steps, many.steps], size.rounds)
    const lists = await measureLists(size.lists, await listRunners(few, many, keys), setting.load)
    const deleted = { bench: 'W13', metric: 'old_rows_deleted_a_second', value: spreadOf(rates).median }
    const minutes = (performance.now() - start) / 60_000
    print(
      creates,
      { postgres: cluster.version, pgbench: null, minutes },
      {
        ...{ bench: 'W13', reference: 'few', fastest: 'few', by: 'p50', ratios: RATIOS },
        ...{ marks: { tasks: ACCOUNTS * size.many }, more: [...stepFigures(steps), ...listFigures(lists), deleted] },
      },
    )
  })
}

async function openSide({ cluster, closing }: Setting, name: string, tasks: number): Promise<Side> {
  const url = await cluster.database(`bench_${name}`)
  await fillScale(url, tasks)
  const server = await startContender(OURS.file, url, join(cluster.dir, name))
  closing.push(server.close)
  const steps = await openSteps(url, join(cluster.dir, name), closing)
  return { name, tasks, url, port: server.port, steps }
}

/** Creates on both sides, and on the fuller one beside the deletes of the chores. */
function openRunners({ load, keys, closing }: Setting, few: Side, many: Side, rates: number[]): Runner[] {
  const runner = ({ url, port, tasks, name }: Side, extra: readonly string[] = []): Runner => {
    const ground = openPast(url, 'auto', extra)
    closing.push(ground.close)
    const about = `vidgate, REST, after ${ACCOUNTS * tasks} tasks`
    return { name, about, ground, drive: measureDoor(load, port, OURS.door, keys) }
  }
  const plain = runner(many)
  const deleting = runner(many, ADD_OLD)
  return [
    runner(few),
    plain,
    {
      ...{ name: 'deleting', about: `${plain.about}, beside the deletes of old rows`, ground: deleting.ground },
      drive: (at, name) => besideDeletes(many.steps, rates, () => deleting.drive(at, name)),
    },
  ]
}

/**
 * @param rates gets the rows deleted a second
 * @throws Error if the deletes ended before the creates, whose time would then be that of creates alone
 */
async function besideDeletes({ resources }: Steps, rates: number[], drive: () => Promise<Driven>): Promise<Driven> {
  let ended = false
  const start = performance.now()
  const deleting = deleteOld(resources).finally(() => {
    ended = true
  })
  const driven = await drive()
  if (ended) throw new Error('the old rows were all deleted before the creates had ended')
  rates.push(((await deleting) * 1000) / (performance.now() - start))
  return driven
}

/** Pages of an account's list that each side has. */
async function listRunners(few: Side, many: Side, keys: readonly string[]): Promise<ListRunner[]> {
  const [key = ''] = keys
  const runners: ListRunner[] = []
  for (const { name, port } of [few, many]) {
    let cursor: string | null = null
    for (let page = 1; page <= Math.max(...PAGES); page++) {
      const ask = REST.ask(null, cursor)
      const answer = await fetch(`http://127.0.0.1:${port}${ask.path}`, { headers: { authorization: `Bearer ${key}` } })
      const { ids, cursor: next } = REST.read(await answer.text())
      if (PAGES.includes(page)) runners.push({ name: `${name} ${page}`, port, key, ask, holds: `"id":"${ids[0]}"` })
      cursor = next
    }
  }
  return runners
}

function stepFigures([few, many]: readonly Times[]): Figure[] {
  const names = [...(few?.keys() ?? [])]
  const rows = names.map((name) => {
    const [of = [], to = []] = [many?.get(name), few?.get(name)]
    const ratio = ratioOf(of, to)
    return { name, few: spreadOf(to).median, many: spreadOf(of).median, ratio: ratio.median }
  })
  console.log('\nA round of each chore, and the tail')
  printTable([
    ['', 'few, ms', 'many, ms', 'ratio'],
    ...rows.map((row) => [row.name, row.few.toFixed(2), row.many.toFixed(2), row.ratio.toFixed(2)]),
  ])
  const figures = rows.filter(({ name }) => name === ALL || name === TAIL)
  return figures.map(({ name, ratio }) => ({
    bench: 'W13',
    metric: 'many_to_few',
    setting: name,
    value: ratio,
    aim: AIM,
  }))
}

function listFigures({ rounds }: Lists): Figure[] {
  return [...rounds].flatMap(([connections, byName]) =>
    PAGES.map((page) => {
      const p50s = (name: string) => (byName.get(`${name} ${page}`) ?? []).map(({ p50 }) => p50)
      const { median } = ratioOf(p50s('many'), p50s('few'))
      return {
        bench: 'W13',
        metric: 'list_many_to_few_p50',
        setting: `page ${page}`,
        connections,
        value: median,
        aim: AIM,
      }
    }),
  )
}
