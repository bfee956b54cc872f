import { KINDS, type Kind } from '../support/worker-process.ts'

export interface BossJob {
  readonly task: string
  readonly stage: number
}

/** A queue for each kind of worker, so that a process takes one job at a time, like the other contenders. */
export function queueOf(kind: Kind): string {
  return `bench-${kind}`
}

export const QUEUES = (Object.keys(KINDS) as Kind[]).map(queueOf)

/** @param kind of the worker that fetches */
export function queueFor(kind: Kind, stage: number): string {
  if (kind === 'any') return queueOf('any')
  return queueOf(KINDS.second.some((each) => each === stage) ? 'second' : 'first')
}
