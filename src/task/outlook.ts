import { floorOf, type Stage } from '../queue/catalog.ts'
import { type CrewMember, forecast, type Times, type Underway } from './forecast.ts'
import type { StageTimes } from './stage-times.ts'

/** So many of the first waiting attempts of each stage are foreseen one by one. For later positions the last one is extrapolated. */
export const FORESEEN = 400

/** What is known at `at`, in milliseconds of this process. */
export interface Knowledge {
  readonly crew: readonly CrewMember[]
  readonly underway: readonly Underway[]
  readonly times: StageTimes
  /** How many attempts wait, for stages in which not all are foreseen. */
  readonly depths: ReadonlyMap<string, number>
  /** Workers of the shared pool that are busy with each of the paid tiers, on average. */
  readonly pressure: ReadonlyMap<string, number>
  readonly at: number
}

/** A task that this process has created since. */
export interface Added {
  readonly at: number
  readonly task: Underway
}

/** The position of a task in the queue of a stage. */
export interface Place {
  readonly stage: Stage
  readonly position: number
}

/** When tasks are expected to end. */
export interface Outlook {
  /** Age in seconds. */
  now(): number
  /** Adds new tasks. */
  add(tasks: readonly Underway[]): void
  readonly added: readonly Added[]
  /**
   * Estimated seconds from now until a task ends; null if nothing is known of it.
   * @param place in the queue, if known: a task behind the foreseen ones has no other estimate
   */
  secondsLeft(taskId: string, place?: Place): number | null
  /** Position of a task in the queue of its stage; 1 starts next. */
  position(taskId: string): number
}

/** Milliseconds that an outlook, which is used for a second, spends on forecasts. After it a new task is expected with the one before it. */
const BUDGET_MS = 100

/**
 * Tasks of higher tiers that come later go first. They are expected to take as many workers as of late, so that all waiting takes
 * the longer; at most five times as long.
 */
const HIGHER = ['pro', 'dedicated'] as const
const PRESSURE_MAX = 0.8

export function createOutlook(knowledge: Knowledge, carried: readonly Added[], budgetMs = BUDGET_MS): Outlook {
  const { crew, underway, times, depths, at } = knowledge
  const added: Added[] = []
  const behind = new Map<string, Place>()
  let found: Map<string, Times> | null = null
  let spentMs = 0
  const now = () => (performance.now() - at) / 1000
  const all = () => [...underway, ...added.map(({ task }) => task)]
  const look = () => {
    if (found) return found
    const start = performance.now()
    found = crew.length === 0 ? new Map() : forecast(crew, all(), times)
    spentMs += performance.now() - start
    return found
  }
  const lastOf = lastOfStages(knowledge)
  const add = (tasks: readonly Underway[], addedAt: number) => {
    const isSpent = found !== null && spentMs >= budgetMs
    if (!isSpent) found = null
    for (const task of tasks) {
      const [stage] = task.stages
      const last = stage && lastOf.get(stage)
      if (stage && last && task.priority < last.priority) {
        behind.set(task.id, { stage, position: (depths.get(stage) ?? 0) + behind.size + 1 })
        continue
      }
      const before = isSpent ? beforeOf(task, all()) : null
      const like = before && found?.get(before.id)
      if (like) found?.set(task.id, like)
      else found = null
      added.push({ at: addedAt, task })
    }
  }
  for (const { task, at } of carried) add([{ ...task, readyAt: 0 }], at)
  return {
    ...{ now, added },
    add: (tasks) => add(tasks, performance.now()),
    secondsLeft(taskId, place = behind.get(taskId)) {
      const known = look().get(taskId)
      const last = place && place.position > FORESEEN ? look().get(lastOf.get(place.stage)?.id ?? '') : undefined
      const ends = known ? known.ends : last?.ends ? (last.ends * (place?.position ?? 0)) / FORESEEN : null
      if (ends === null) return null
      const left = Math.max(0, ends - now())
      const work = Math.min(left, known?.work ?? 0)
      const priority = all().find(({ id }) => id === taskId)?.priority ?? 0
      return work + (left - work) * stretchOf(knowledge, priority)
    },
    position(taskId) {
      const place = behind.get(taskId)
      if (place) return place.position
      const starts = look().get(taskId)?.starts ?? 0
      const stage = all().find(({ id }) => id === taskId)?.stages[0]
      const isAhead = ({ id, stages }: Underway) => {
        const start = stages[0] === stage ? look().get(id)?.starts : undefined
        return id !== taskId && start !== undefined && start > now() && start < starts
      }
      return 1 + all().filter(isAhead).length
    },
  }
}

/** The last foreseen task of each stage in which not all are foreseen. */
function lastOfStages({ underway, depths }: Knowledge): ReadonlyMap<string, Underway> {
  const last = new Map<string, Underway>()
  for (const task of underway) {
    const [stage = ''] = task.stages
    if (task.running || !depths.has(stage)) continue
    if (task.priority < (last.get(stage)?.priority ?? Infinity)) last.set(stage, task)
  }
  return last
}

/** How many times longer a task of this priority waits because of later tasks of higher tiers. */
function stretchOf({ crew, pressure }: Knowledge, priority: number): number {
  const shared = crew.filter(({ pool }) => pool === 'shared').length
  const higher = HIGHER.filter((tier) => floorOf(tier) > priority)
  const busy = higher.reduce((sum, tier) => sum + (pressure.get(tier) ?? 0), 0)
  return 1 / (1 - Math.min(PRESSURE_MAX, busy / Math.max(1, shared)))
}

/** The task that starts just before another one. */
function beforeOf({ priority }: Underway, others: readonly Underway[]): Underway | null {
  return others.reduce<Underway | null>(
    (best, each) => (each.priority >= priority && each.priority <= (best?.priority ?? Infinity) ? each : best),
    null,
  )
}
