import type { Closing } from '../../support/closing.ts'
import { type GatewayNeeds, startGateway } from '../support/gateway.ts'
import { openWatched } from '../support/watched.ts'
import { measure, openCrowd, type Window } from './crowd.ts'
import { openEvents } from './events.ts'
import { openGroup } from './group.ts'

export interface Plan {
  readonly subscribers: number
  /** Of these. */
  readonly stalled: number
  readonly tasks: number
  /** Each of two windows: while all read, and while some do not. */
  readonly rounds: number
  readonly seconds: number
  /** Events a second, of all tasks in turn. */
  readonly rate: number
}

/** A window with the time before it. */
export interface Side {
  readonly window: Window
  /** Peak memory of the gateway, in MB. */
  readonly memory: number
}

export interface Outcome {
  readonly reading: readonly Side[]
  readonly stalled: readonly Side[]
  /** Events that a reader should have received and did not. */
  readonly missed: number
  /** Stalled sockets of all rounds that were disconnected, and that had been stalled. */
  readonly cut: number
  readonly heldUp: number
  readonly complaints: readonly string[]
}

const ACCOUNTS = 8
const METADATA_BYTES = 16_000
/** Tasks that the group watches. */
const HOT = 2
/** Before each window: about 0.8 MB a second for each of the group, because the network buffers 4 MB. */
const FLOOD = { hot: HOT, hotRate: 25, seconds: 7 }
/** In a window: so little that reading it costs the others nothing. */
const TRICKLE = { hot: HOT, hotRate: 2 }

/**
 * Measures, in turn, subscribers while all read and while some do not. Those have already been sent as much as the
 * network buffers.
 */
export async function playStalled(
  needs: GatewayNeeds,
  plan: Plan,
  closing: Closing,
  print: (line: string) => void,
): Promise<Outcome> {
  const ground = await openWatched({ ...needs, accounts: ACCOUNTS }, closing)
  const gateway = await startGateway(needs, closing)
  const events = await openEvents(ground, plan.tasks, METADATA_BYTES, closing)
  const crowd = await openCrowd(gateway, events.tasks, plan.subscribers - plan.stalled, closing)
  let missed = 0

  const play = async (isStalled: boolean) => {
    const group = await openGroup(gateway, events.tasks.slice(0, HOT), plan.stalled, closing)
    if (isStalled) group.stall()
    const { rate, seconds } = plan
    const flood = await measure(gateway, events, crowd, { rate, ...FLOOD })
    const window = await measure(gateway, events, crowd, { rate, ...TRICKLE, seconds })
    missed += flood.missed + window.missed
    const side: Side = { window, memory: Math.max(flood.memory, window.memory) }
    return { side, group, written: (id: string) => (flood.written.get(id) ?? 0) + (window.written.get(id) ?? 0) }
  }

  const outcome = { reading: [] as Side[], stalled: [] as Side[], cut: 0, heldUp: 0 }
  const readAll = async () => {
    const { side, group } = await play(false)
    await group.leave()
    return side
  }
  const stallSome = async () => {
    const { side, group, written } = await play(true)
    const { cut, heldUp } = await group.cut(written)
    outcome.cut += cut
    outcome.heldUp += heldUp
    return side
  }

  // Warm-up: the memory of a process grows in its first seconds in any case.
  await readAll()
  for (let round = 1; round <= plan.rounds; round++) {
    // In turn, because some values grow throughout.
    const early = round % 2 === 0 ? await stallSome() : null
    const reading = await readAll()
    const stalled = early ?? (await stallSome())
    outcome.reading.push(reading)
    outcome.stalled.push(stalled)
    print(`round ${round}: ${show(reading)} while all read, ${show(stalled)} beside ${plan.stalled} who do not`)
  }
  return { ...outcome, missed, complaints: gateway.complaints }
}

function show({ window: { p50, p99 }, memory }: Side): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${memory.toFixed(0)} MB`
}
