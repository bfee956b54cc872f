import { join } from 'node:path'
import { Pool } from 'pg'
import { migrate } from '../../prisma/migrate.ts'
import { createAccount, seedPrices } from '../../prisma/seed.ts'
import { installQueues } from '../../src/queue/boss.ts'
import { type Closing, runBench } from '../support/bench.ts'
import { startCluster } from '../support/cluster.ts'
import { watchCpu } from '../support/cpu.ts'
import { printFigures, printTable, ratioOf, type Spread, spreadOf } from '../support/figures.ts'
import { type Server, startServer } from '../support/server.ts'
import { growthDuring } from './memory.ts'
import { openWaves, type Sent, type Wave } from './waves.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB
const LARGEST = 200 * MB
const LEVELS = [1, 20] as const
/** How much faster than ours the load must be able to go, or it is what is measured. */
const LOAD_FACTOR = 3

interface Target {
  readonly name: 'vidgate' | 'floor'
  /** MB/s of one wave. */
  measure(atOnce: number): Promise<number>
}

/** W7: uploads of 100 MB, one and twenty at once, against busboy + sha256 → disk; and what they do to memory. */
export function benchUpload(quick: boolean): Promise<boolean> {
  return runBench(async (closing) => {
    const setting = await openSetting(closing)
    const rounds = quick ? 2 : 6
    // First, while the process is small: what it has taken once it keeps.
    const growth = {
      one: await setting.growth(LARGEST, 1),
      twenty: quick ? null : await setting.growth(LARGEST, 20),
    }
    const cpu = watchCpu()
    const rates = await measureRounds(setting.targets, rounds)
    const others = cpu.stop()?.others ?? 0
    const noop = rateOf(await setting.send({ ...setting.noop, bytes: SIZE, atOnce: 1 }), SIZE)
    tell({ rates, noop, others, growth, postgres: setting.version, rounds })
    await setting.assertClean()
  })
}

interface Setting {
  readonly version: string
  readonly targets: readonly Target[]
  readonly noop: Pick<Wave, 'url' | 'key'>
  send(wave: Wave): Promise<Sent>
  /** MiB that one wave adds to the gateway's memory. */
  growth(bytes: number, atOnce: number): Promise<number>
  assertClean(): Promise<void>
}

async function openSetting(closing: Closing): Promise<Setting> {
  let key = ''
  const cluster = await startCluster(async (url) => {
    await migrate(url)
    await installQueues(url)
    const pool = new Pool({ connectionString: url, max: 1 })
    await seedPrices(pool)
    const limits = { createsPerMinute: 1_000_000, callsPerMinute: 1_000_000 }
    key = (await createAccount(pool, { name: 'bench', creditMicro: 0n, ...limits })).key
    await pool.end()
  })
  closing.push(cluster.close)
  const databaseUrl = await cluster.database('bench_upload')
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(cluster.dir, 'data'), LOG_LEVEL: 'warn' }
  const open = async (file: string): Promise<Server> => {
    const server = await startServer(file, environment)
    closing.push(server.close)
    return server
  }
  const [gateway, floor] = [await open('../src/main.ts'), await open('upload/floor.ts')]
  const send = await openWaves(closing)
  const ours = { url: `http://127.0.0.1:${gateway.port}/v1/files`, key }
  const measureOurs = async (atOnce: number, bytes = SIZE) => {
    const sent = await send({ ...ours, bytes, atOnce })
    await removeAll(ours, sent.ids)
    return rateOf(sent, bytes)
  }
  const floorWave = { url: `http://127.0.0.1:${floor.port}/`, key, bytes: SIZE }
  const measureFloor = async (atOnce: number) => rateOf(await send({ ...floorWave, atOnce }), SIZE)
  // Both are warm before they are measured; with something small, for the memory's sake.
  await measureOurs(1, MB)
  await measureFloor(1)
  return {
    version: cluster.version,
    targets: [
      { name: 'vidgate', measure: measureOurs },
      { name: 'floor', measure: measureFloor },
    ],
    noop: { url: `${floorWave.url}discard`, key },
    send,
    growth: (bytes, atOnce) => growthDuring(gateway.pid, () => measureOurs(atOnce, bytes)),
    async assertClean() {
      const pool = new Pool({ connectionString: databaseUrl, max: 1 })
      const { rows } = await pool.query(
        'select count(*)::int as all, count(*) filter (where duration_ms = 10000 and erased_at is not null)::int as right from file',
      )
      await pool.end()
      if (rows[0].all === 0 || rows[0].all !== rows[0].right)
        throw new Error(`wrong effect: ${JSON.stringify(rows[0])}`)
    },
  }
}

function rateOf({ ids, ms }: Sent, bytes: number): number {
  return (ids.length * bytes) / 1_000_000 / (ms / 1000)
}

async function removeAll({ url, key }: Pick<Wave, 'url' | 'key'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status } = await fetch(`${url}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
    if (status !== 200) throw new Error(`a file was not deleted: ${status}`)
  }
}

type Rates = ReadonlyMap<string, readonly number[]>

/** ABBA: whoever was first in one round is last in the next. */
async function measureRounds(targets: readonly Target[], rounds: number): Promise<Rates> {
  const rates = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const atOnce of LEVELS) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        const name = `${target.name} ${atOnce}`
        rates.set(name, [...(rates.get(name) ?? []), await target.measure(atOnce)])
      }
    }
  }
  return rates
}

interface Told {
  readonly rates: Rates
  readonly noop: number
  readonly others: number
  readonly growth: { readonly one: number; readonly twenty: number | null }
  readonly postgres: string
  readonly rounds: number
}

function tell({ rates, noop, others, growth, postgres, rounds }: Told): void {
  const of = (name: string) => rates.get(name) ?? []
  const show = ({ median, min, max }: Spread, digits = 0) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
  const rows = LEVELS.map((atOnce) => {
    const [ours, floor] = [of(`vidgate ${atOnce}`), of(`floor ${atOnce}`)]
    return [`${atOnce} at once`, show(spreadOf(ours)), show(spreadOf(floor)), show(ratioOf(ours, floor), 2)]
  })
  console.log(
    `Postgres ${postgres}, Node ${process.version}, ${rounds} rounds, ABBA; 100 MB each; MB/s, median (min–max)\n`,
  )
  printTable([['', 'vidgate', 'floor', 'ratio'], ...rows])
  const fastest = Math.max(...of('vidgate 1'), ...of('vidgate 20'))
  console.log(`\nThe load alone: ${noop.toFixed(0)} MB/s, ${(noop / fastest).toFixed(1)} times our best.`)
  if (noop < LOAD_FACTOR * fastest)
    console.log(`That is less than ${LOAD_FACTOR} times: the load is part of what is measured.`)
  console.log(`CPU taken by others: ${(others * 100).toFixed(1)} %\n`)
  const figures = LEVELS.map((atOnce) => ({
    bench: 'W7',
    metric: `upload_${atOnce}_to_floor`,
    value: ratioOf(of(`vidgate ${atOnce}`), of(`floor ${atOnce}`)).median,
    aim: 0.85,
  }))
  const memory = [{ bench: 'W7', metric: 'rss_growth_1_mb', value: growth.one, aim: 64 }]
  if (growth.twenty !== null) memory.push({ bench: 'W7', metric: 'rss_growth_20_mb', value: growth.twenty, aim: 64 })
  printFigures([...figures, ...memory])
}
