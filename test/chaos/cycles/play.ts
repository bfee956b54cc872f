import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../support/closing.ts'
import { type Server, startServer } from '../../support/server.ts'
import { draw } from '../kill-storm/plan.ts'
import { openEvents } from '../stalled/events.ts'
import { openWatched, raise, type Watched } from '../support/watched.ts'
import { askedOf, MOMENTS, SUBJECTS } from './asked.ts'
import type { Holding, Question } from './gateway.ts'
import { completing, WAYS } from './ways.ts'

export interface Plan {
  /** These many cycles fill caches and pools first. */
  readonly warmCycles: number
  readonly cycles: number
  /** Concurrent cycles. */
  readonly lanes: number
}

export interface Outcome {
  readonly cycles: number
  /** At the start, after caches and pools are filled, half way and at the end. Nothing is open then. */
  readonly fresh: Rest
  readonly before: Rest
  readonly half: Rest
  readonly after: Rest
}

/** Idle database connections have a timer each. Their number depends on recent use: up to 14. */
export const TIMERS_SLACK = 14

const ACCOUNTS = 4
const TASKS = 16
const EVENTS_MS = 40
const LOOK_MS = 100
const LOOKS = 20
/** The longest timer that a subscription may leave lasts 30 s. */
const BACK_WITHIN_MS = 40_000

/** Subscriptions start and end in every way while events arrive. */
export async function playCycles(
  needs: { readonly databaseUrl: string; readonly dataDir: string },
  plan: Plan,
  seed: number,
  closing: Closing,
  print: (line: string) => void = () => {},
): Promise<Outcome> {
  const ground = await openWatched({ ...needs, accounts: ACCOUNTS }, closing)
  const server = await startServer('test/chaos/cycles/gateway.ts', {
    DATABASE_URL: needs.databaseUrl,
    DATA_DIR: needs.dataDir,
    LOG_LEVEL: 'error',
  })
  closing.push(server.close)
  const { tasks } = await openEvents(ground, TASKS, 0, closing)
  const ids = tasks.map(({ id }) => id)
  closing.push(repeat(() => raise(ground.side, ids)))

  const cycle = (count: number, name: string) =>
    cycleInLanes(server.port, tasks, { ...plan, cycles: count }, seed, name)
  const fresh = await restOf(server)
  await cycle(plan.warmCycles, 'warm')
  const before = await restOf(server, fresh)
  const begin = performance.now()
  await cycle(plan.cycles / 2, 'first')
  print(`${plan.cycles / 2} cycles in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  const half = await restOf(server, fresh)
  await cycle(plan.cycles / 2, 'second')
  const after = await restOf(server, fresh)
  return { cycles: plan.cycles, fresh, before, half, after }
}

async function cycleInLanes(
  port: number,
  tasks: readonly Watched[],
  { cycles, lanes }: Plan,
  seed: number,
  name: string,
): Promise<void> {
  let begun = 0
  const lane = async () => {
    const { way: complete, close } = completing()
    const ways = [complete, ...WAYS]
    while (begun < cycles) {
      const number = begun++
      const pick = <T>(items: readonly T[], what: string) =>
        items[Math.floor(draw(seed, name, what, number) * items.length)] as T
      const asked = askedOf(pick(tasks, 'task'), pick(SUBJECTS, 'subject'), pick(MOMENTS, 'moment'))
      await pick(ways, 'way')(port, asked)
    }
    await close()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Open resources and memory of a gateway at rest. */
export interface Rest extends Holding {
  readonly bytes: number
}

/**
 * The least of several readings, because the process' chores start and end.
 * @param goal the value to reach, within a time
 */
async function restOf(server: Server, goal?: Holding): Promise<Rest> {
  const ask = async (question: Question) => ((await server.ask({ question })) as { answer: unknown }).answer
  const deadline = performance.now() + BACK_WITHIN_MS
  let least = (await ask('holding')) as Holding
  for (let looks = 1; goal ? !isBack(least, goal) && performance.now() < deadline : looks < LOOKS; looks++) {
    await pause(LOOK_MS)
    least = leastOf(least, (await ask('holding')) as Holding)
  }
  return { ...least, bytes: (await ask('bytes')) as number }
}

function leastOf(one: Holding, other: Holding): Holding {
  const least = (what: keyof Holding) => Math.min(one[what], other[what])
  return {
    subscriptions: least('subscriptions'),
    sockets: least('sockets'),
    timers: least('timers'),
    listeners: least('listeners'),
  }
}

function isBack({ subscriptions, sockets, timers, listeners }: Holding, goal: Holding): boolean {
  return (
    subscriptions <= goal.subscriptions &&
    sockets <= goal.sockets &&
    timers <= goal.timers + TIMERS_SLACK &&
    listeners <= goal.listeners
  )
}

function repeat(work: () => Promise<unknown>): () => Promise<void> {
  const ended = new AbortController()
  const working = (async () => {
    while (!ended.signal.aborted) {
      await work()
      await pause(EVENTS_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return () => {
    ended.abort()
    return working
  }
}
