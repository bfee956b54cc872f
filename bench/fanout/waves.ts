import type { Closing } from '../../test/support/closing.ts'
import { spreadOf } from '../../test/support/spread.ts'
import { ownCpuMs } from '../support/cpu.ts'
import { now } from './clock.ts'
import { CONTENDERS, type Crowd, RAW, type Setting, startContender } from './contenders.ts'
import type { Arrivals } from './load-process.ts'
import type { Plan } from './plan.ts'
import { FIRST_SEQ } from './writer.ts'

/** W3: one event reaches every socket. `distinct`: a task each, all in one commit. `identical`: one task for all. */
export const WAYS = ['distinct', 'identical'] as const
export type Way = (typeof WAYS)[number]

export interface Measured {
  /** Deliveries a second, from the trigger to the last of each wave. */
  readonly rate: number
  /** Microseconds of processor a delivery, of all processes of this run. */
  readonly cpuUs: number
}

export interface WaveResults {
  /** By kind and contender, one measurement for each round: `distinct vidgate`. */
  readonly measured: ReadonlyMap<string, readonly Measured[]>
  /** Deliveries a second that the load generator reads from full buffers. */
  readonly generator: number
}

/** Maximum difference of vidgate's message length from the floor's. */
const LENGTH_TOLERANCE = 0.05
const READINGS = 5

export async function measureWaves(setting: Setting, plan: Plan, closing: Closing): Promise<WaveResults> {
  const crowds: Crowd[] = []
  for (const contender of CONTENDERS) {
    const url = contender.readsLog ? await setting.cluster.database(`bench_w3_${contender.name}`) : null
    const running = await startContender(setting, contender, url, closing)
    crowds.push(await running.crowd(plan.sockets))
  }
  const measured = new Map<string, Measured[]>()
  let generator = 0
  for (const way of WAYS) {
    const lanes = []
    for (const crowd of crowds) lanes.push(await settle(crowd, way, setting.ids, plan))
    assertLengths(lanes)
    for (let round = 0; round < plan.rounds; round++) {
      for (const { crowd, wave } of round % 2 === 0 ? lanes : lanes.toReversed()) {
        const name = `${way} ${crowd.contender.name}`
        measured.set(name, [...(measured.get(name) ?? []), await measure(wave, plan)])
      }
    }
    for (const { crowd, wave } of lanes) {
      await crowd.load.fence()
      if (crowd.contender === RAW) generator = await readAll(crowd, wave)
    }
  }
  return { measured, generator }
}

interface Lane {
  readonly crowd: Crowd
  readonly bytes: number
  /** Sends one event to every socket. @param before called at the start; @param after called when it is sent */
  readonly wave: (before?: () => void, after?: () => void) => Promise<Arrivals>
}

async function settle(crowd: Crowd, way: Way, all: readonly string[], plan: Plan): Promise<Lane> {
  const { load, sockets } = crowd
  // A task that the first kind does not use, so that its seq is the initial one.
  const ids = way === 'distinct' ? all.slice(0, sockets) : all.slice(sockets, sockets + 1)
  let seq = FIRST_SEQ
  await crowd.watch(ids, seq)
  const wave: Lane['wave'] = (before = () => {}, after = () => {}) => {
    seq += 1
    return load.arrivals(sockets, seq, () => crowd.push(ids, seq, before).then(after))
  }
  let bytes = 0
  for (let i = 0; i < plan.settle; i++) ({ bytes } = await wave())
  return { crowd, bytes, wave }
}

function assertLengths(lanes: readonly Lane[]): void {
  const floor = lanes.find(({ crowd }) => crowd.contender === RAW)?.bytes ?? 0
  for (const { crowd, bytes } of lanes) {
    if (Math.abs(bytes / floor - 1) > LENGTH_TOLERANCE) {
      throw new Error(`messages of ${crowd.contender.name} have ${bytes} bytes, the floor's ${floor}`)
    }
  }
}

async function measure(wave: Lane['wave'], { waves, sockets }: Plan): Promise<Measured> {
  let [ms, cpuMs] = [0, 0]
  for (let i = 0; i < waves; i++) {
    let [start, cpu] = [0, 0]
    const { last } = await wave(() => {
      cpu = ownCpuMs()
      start = now()
    })
    ms += last - start
    cpuMs += ownCpuMs() - cpu
  }
  const deliveries = waves * sockets
  return { rate: (deliveries * 1000) / ms, cpuUs: (cpuMs * 1000) / deliveries }
}

/** The load process sleeps until everything is in its sockets' buffers; then it has the machine to itself. */
async function readAll({ load, sockets }: Crowd, wave: Lane['wave']): Promise<number> {
  const rates: number[] = []
  for (let i = 0; i < READINGS; i++) {
    const { first, last } = await wave(load.pause, load.resume)
    rates.push((sockets * 1000) / (last - first))
  }
  return spreadOf(rates).median
}
