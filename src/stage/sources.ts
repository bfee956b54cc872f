import {
  accountQueue,
  agedQueue,
  floorOf,
  HEDGE_PRIORITY,
  isAccountPool,
  LORA_QUEUE,
  type Stage,
} from '../queue/catalog.ts'
import { STATUS_OF } from '../task/pipeline.ts'
import type { Status } from '../task/task.ts'

/** A queue that a worker takes a stage from, with its range of priorities. */
export interface Source {
  readonly stage: Stage
  /** Of a task whose stage is claimed. */
  readonly status: Status
  readonly queue: string
  readonly least: number
  readonly most: number
  /** Order of the stages within a tier. */
  readonly rank: number
}

/** Pool of a worker, and whether it can accelerate. */
export interface Serves {
  /** `shared`, `pro`, or the account that it is reserved for. */
  readonly pool: string
  readonly accelerates: boolean
  /** Profile of its engine, if there are tasks that this engine cannot make; they are skipped. */
  readonly profile?: string
}

const INT4_MAX = 2 ** 31 - 1

/**
 * Queues in which a worker looks for its stages, in their order. A worker of an account: only the account's queues. A pro worker:
 * the common queues, for pro and above and second tries. A shared worker: all common queues, first those whose jobs are also in
 * another one.
 */
export function sourcesOf(stages: readonly Stage[], serves: Serves): Source[] {
  return stages.flatMap((stage, rank) =>
    queuesOf(stage, serves).map(([queue, least, most]) => ({
      stage,
      status: STATUS_OF[stage],
      queue,
      least,
      most,
      rank,
    })),
  )
}

type Range = readonly [queue: string, least: number, most: number]

function queuesOf(stage: Stage, { pool, accelerates }: Serves): Range[] {
  const all = (queue: string): Range => [queue, HEDGE_PRIORITY, INT4_MAX]
  if (pool === 'pro') {
    return [
      [stage, floorOf('pro'), INT4_MAX],
      [stage, HEDGE_PRIORITY, HEDGE_PRIORITY],
    ]
  }
  if (isAccountPool(pool)) return [all(accountQueue(stage, pool))]
  const common = [all(agedQueue(stage)), all(stage)]
  return stage === 'render' && accelerates ? [all(LORA_QUEUE), ...common] : common
}
