import { LORA_GRACE_MS } from '../limits.ts'
import { floorOf, isAccountPool, type Stage, TIER_STEP } from '../queue/catalog.ts'
import { pixelsOf, type Sized, type StageTimes } from './stage-times.ts'

/** A live worker. */
export interface CrewMember {
  readonly id: string
  readonly capabilities: readonly string[]
  readonly pool: string
  readonly engine: string
  readonly profile: string | null
}

/** An unfinished task as the forecast needs it. Times are seconds from the forecast's start. */
export interface Underway extends Sized {
  readonly id: string
  readonly accountId: string
  readonly isDedicated: boolean
  readonly wishesAcceleration: boolean
  readonly priority: number
  /** From its current stage on. */
  readonly stages: readonly Stage[]
  /** When its current stage may start. */
  readonly readyAt: number
  /** Until when a ready stage waits for a worker that accelerates. */
  readonly loraUntil: number | null
  /** The worker that runs the current stage, and for how long already; null: it waits. */
  readonly running: { readonly workerId: string; readonly seconds: number } | null
  /** Profiles of engines that cannot make it. */
  readonly unfit: readonly string[]
}

export interface Times {
  /** Start of its current stage. */
  readonly starts: number
  /** End of its last stage; null if the time of one of its stages is not known. */
  readonly ends: number | null
  /** Seconds for which its stages run until then. */
  readonly work: number
}

/** A stage of a task. */
interface Step {
  readonly task: Underway
  readonly index: number
  readonly stage: Stage
  readonly readyAt: number
  readonly loraUntil: number
  /** Tier and order of the stages in it (docs/decisions/dispatch.md#dispatch-order). */
  readonly rank: number
}

interface Happening {
  readonly at: number
  readonly step: Step
  /** The worker that ends the step; null: the step becomes ready, or stops waiting for acceleration. */
  readonly worker: CrewMember | null
}

const LATER: readonly string[] = ['encode', 'render', 'upscale', 'package'] satisfies Stage[]
/** A run that takes longer than expected is expected to take this share of its time more. */
const OVERTIME = 0.1

/**
 * Plays dispatch forward in memory: free workers take the first stage that they may run, each for its learned time, until every
 * task has ended. Pure. Second tries, failures and later creates are not foreseen.
 * @returns times by task; tasks that no worker can run are missing
 */
export function forecast(
  crew: readonly CrewMember[],
  tasks: readonly Underway[],
  times: StageTimes,
): Map<string, Times> {
  const play = createPlay(crew, times)
  const byId = new Map(crew.map((worker) => [worker.id, worker]))
  const steps = tasks.map((task) => stepOf(task, 0, task.readyAt))
  const waiting = steps.filter((step) => {
    const { running } = step.task
    const worker = byId.get(running?.workerId ?? '')
    if (worker) play.run(worker, step, 0, running?.seconds)
    return !worker
  })
  for (const step of waiting.sort(order)) {
    if (step.readyAt > 0) play.happen({ at: step.readyAt, step, worker: null })
    else play.offer(step, 0)
  }
  const ended = new Map<string, Times>()
  for (let each = play.ahead.pop(); each; each = play.ahead.pop()) {
    const { at, step, worker } = each
    if (!worker) {
      play.offerAgain(step, at)
      continue
    }
    const { task, index } = step
    const isLast = index === task.stages.length - 1
    if (isLast) {
      const [starts = 0, work = 0] = [play.starts.get(task.id), play.work.get(task.id)]
      ended.set(task.id, { starts, work, ends: play.unknown.has(task.id) ? null : at })
    }
    play.free(worker, isLast ? null : stepOf(task, index + 1, at), at)
  }
  return ended
}

interface Play {
  /** What happens next is last. */
  readonly ahead: Happening[]
  /** Start of the first stage by task. */
  readonly starts: ReadonlyMap<string, number>
  /** Seconds for which the stages of a task run. */
  readonly work: ReadonlyMap<string, number>
  /** Tasks with a stage whose time is not known; it counts as 0. */
  readonly unknown: ReadonlySet<string>
  happen(each: Happening): void
  /** @param ran seconds for which it has run already */
  run(worker: CrewMember, step: Step, at: number, ran?: number): void
  /** A stage is ready: an idle worker takes it, or it waits. */
  offer(step: Step, at: number): void
  /** A stage becomes ready, or waits no longer for acceleration. */
  offerAgain(step: Step, at: number): void
  /** A worker has ended a stage, which makes the next one of its task ready. */
  free(worker: CrewMember, following: Step | null, at: number): void
}

function createPlay(crew: readonly CrewMember[], times: StageTimes): Play {
  const canTake = rulesOf(crew)
  const idle = new Set(crew)
  const ready: Step[] = []
  const ahead: Happening[] = []
  const starts = new Map<string, number>()
  const work = new Map<string, number>()
  const unknown = new Set<string>()
  const wait = (step: Step) => insert(ready, step, (other) => order(other, step) > 0)
  const leave = (step: Step) => {
    const index = ready.indexOf(step)
    if (index >= 0) ready.splice(index, 1)
    return index >= 0
  }
  const play: Play = {
    ...{ ahead, starts, work, unknown },
    happen: (each) => insert(ahead, each, (other) => other.at <= each.at),
    run(worker, step, at, ran = 0) {
      const { task, stage, index } = step
      const accelerated = stage === 'render' && task.wishesAcceleration && worker.capabilities.includes('lora')
      const seconds = times({ stage, engine: worker.engine, accelerated, pixels: pixelsOf(stage, task) })
      if (seconds === null) unknown.add(task.id)
      if (index === 0) starts.set(task.id, at - ran)
      idle.delete(worker)
      const whole = seconds ?? 0
      const left = Math.max(whole - ran, whole * OVERTIME)
      work.set(task.id, (work.get(task.id) ?? 0) + left)
      play.happen({ at: at + left, step, worker })
    },
    offer(step, at) {
      for (const worker of idle) if (canTake(worker, step, at)) return play.run(worker, step, at)
      wait(step)
      if (step.loraUntil > at) play.happen({ at: step.loraUntil, step, worker: null })
    },
    offerAgain(step, at) {
      if (leave(step) || step.readyAt === at) play.offer(step, at)
    },
    free(worker, following, at) {
      if (following) wait(following)
      const taken = ready.find((step) => canTake(worker, step, at))
      if (taken) {
        leave(taken)
        play.run(worker, taken, at)
      } else idle.add(worker)
      if (following && leave(following)) play.offer(following, at)
    },
  }
  return play
}

/** Inserts before the elements for which `isBehind` is true, in a sorted list. */
function insert<T>(list: T[], each: T, isBehind: (other: T) => boolean): void {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(list[middle] as T)) high = middle
    else low = middle + 1
  }
  list.splice(low, 0, each)
}

function stepOf(task: Underway, index: number, readyAt: number): Step {
  const stage = task.stages[index] as Stage
  const grace = task.wishesAcceleration && stage === 'render'
  const fresh = grace ? readyAt + LORA_GRACE_MS / 1000 : readyAt
  return {
    task,
    index,
    stage,
    readyAt,
    loraUntil: index === 0 && grace ? (task.loraUntil ?? readyAt) : fresh,
    rank: Math.ceil(task.priority / TIER_STEP) * LATER.length + LATER.indexOf(stage),
  }
}

function order(a: Step, b: Step): number {
  return b.rank - a.rank || b.task.priority - a.task.priority || a.readyAt - b.readyAt
}

type Rule = (worker: CrewMember, step: Step, at: number) => boolean

/** Which worker may take which stage (docs/decisions/dispatch.md#queues-of-a-stage). */
function rulesOf(crew: readonly CrewMember[]): Rule {
  const accelerates = ({ capabilities }: CrewMember) => capabilities.includes('lora')
  const hasLora = crew.some((worker) => worker.pool === 'shared' && accelerates(worker))
  const fits = ({ profile }: CrewMember, { stage, task }: Step) =>
    profile === null || (stage !== 'encode' && stage !== 'render') || !task.unfit.includes(profile)
  const isOwn = (worker: CrewMember, step: Step) =>
    worker.pool === step.task.accountId && worker.capabilities.includes(step.stage) && fits(worker, step)
  return (worker, step, at) => {
    const { task, stage } = step
    if (!worker.capabilities.includes(stage) || !fits(worker, step)) return false
    if (isAccountPool(worker.pool)) return task.isDedicated && worker.pool === task.accountId
    if (worker.pool === 'pro' && task.priority < floorOf('pro')) return false
    if (task.isDedicated && crew.some((other) => isOwn(other, step))) return false
    return !(hasLora && step.loraUntil > at && !accelerates(worker))
  }
}
