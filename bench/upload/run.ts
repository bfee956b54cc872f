import { join } from 'node:path'
import { Pool } from 'pg'
import { createAccount } from '../../src/operator/create-account.ts'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { type Server, startServer } from '../../test/support/server.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { watchCpu } from '../support/cpu.ts'
import { type Effect, effectOfFloor, effectOfGateway } from './effect.ts'
import { growthDuring } from './memory.ts'
import { LEVELS, print, type Rates } from './print.ts'
import { openWaves, type Sent, type Wave } from './waves.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB
const LARGEST = 200 * MB
/** One upload takes a third of a second: too short for a round. */
const IN_TURN = 3

interface Target {
  readonly name: 'vidgate' | 'floor' | 'load'
  /** MB/s of one wave; its result is checked and removed, outside its time. */
  wave(atOnce: number, bytes: number): Promise<number>
}

/** W7: uploads of 100 MB, one and twenty at once, compared with busboy + sha256 → disk; and their effect on memory. */
export function benchUpload(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const { targets, growth: growthOf, version: postgres } = await openSetting(closing)
    const rounds = quick ? 2 : 5
    // First, while the process is small: it keeps memory that it once allocated.
    const one = await growthOf(LARGEST, 1)
    const growth = { one, twenty: quick ? null : await growthOf(LARGEST, 20) }
    const watch = watchCpu()
    const rates = await measureRounds(targets, rounds)
    const cpu = watch.stop()
    print({ rates, cpu, growth, postgres, rounds, seconds: (performance.now() - start) / 1000 })
  })
}

interface Setting {
  readonly version: string
  readonly targets: readonly Target[]
  /** MiB that one wave adds to the gateway's memory. */
  growth(bytes: number, atOnce: number): Promise<number>
}

async function openSetting(closing: Closing): Promise<Setting> {
  let key = ''
  const cluster = await startCluster(async (url) => {
    key = await fill(url)
  })
  closing.push(cluster.close)
  const databaseUrl = await cluster.database('bench_upload')
  const dataDir = join(cluster.dir, 'data')
  const open = async (file: string): Promise<Server> => {
    const server = await startServer(file, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
    closing.push(server.close)
    return server
  }
  const [gateway, floor] = [await open('src/gateway-main.ts'), await open('bench/upload/floor.ts')]
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  closing.push(() => pool.end())
  const send = await openWaves(closing)
  const target = (name: Target['name'], to: Pick<Wave, 'url' | 'key'>, effect: Effect | null): Target => ({
    name,
    async wave(atOnce, bytes) {
      const sent = await send({ ...to, bytes, atOnce })
      await effect?.clear(sent.ids, bytes)
      return rateOf(sent, bytes)
    },
  })
  const ours = { url: `http://127.0.0.1:${gateway.port}/v1/files`, key }
  const bare = `http://127.0.0.1:${floor.port}`
  const vidgate = target('vidgate', ours, effectOfGateway(pool, dataDir, ours))
  const targets = [
    vidgate,
    target('floor', { url: `${bare}/`, key }, effectOfFloor(dataDir)),
    target('load', { url: `${bare}/discard`, key }, null),
  ]
  // All are warmed up before they are measured, with small files, to keep memory low.
  for (const each of targets) await each.wave(1, MB)
  return {
    version: cluster.version,
    targets,
    growth: (bytes, atOnce) => growthDuring(gateway.pid, () => vidgate.wave(atOnce, bytes)),
  }
}

/** @returns the key of the one account */
async function fill(url: string): Promise<string> {
  await prepareTemplate(url)
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    const limits = { createsPerMinute: 1_000_000, callsPerMinute: 1_000_000 }
    return (await createAccount(pool, { name: 'bench', creditMicro: 0n, ...limits })).key
  } finally {
    await pool.end()
  }
}

function rateOf({ ids, ms }: Sent, bytes: number): number {
  return (ids.length * bytes) / 1_000_000 / (ms / 1000)
}

/** ABBA: the first in one round is the last in the next. */
async function measureRounds(targets: readonly Target[], rounds: number): Promise<Rates> {
  // One warm-up wave of each: the files so far were small.
  for (const target of targets) await target.wave(1, SIZE)
  const rates = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const atOnce of LEVELS) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        const name = `${target.name} ${atOnce}`
        rates.set(name, [...(rates.get(name) ?? []), await measure(target, atOnce)])
      }
    }
  }
  return rates
}

/** Waves of the same size: their joint rate is the harmonic mean. */
async function measure(target: Target, atOnce: number): Promise<number> {
  const waves = atOnce === 1 ? IN_TURN : 1
  let inverse = 0
  for (let wave = 0; wave < waves; wave++) inverse += 1 / (await target.wave(atOnce, SIZE))
  return waves / inverse
}
