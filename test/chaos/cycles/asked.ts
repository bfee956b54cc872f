import type { Watched } from '../support/watched.ts'

/** When a cycle's subscription ends: after the request, after its start, or after an event. */
export const MOMENTS = ['asked', 'begun', 'event'] as const
export type Moment = (typeof MOMENTS)[number]

/** The subscription's subject: a task, all tasks of its account, or the account's credits. */
export const SUBJECTS = ['task', 'account', 'credits'] as const
export type Subject = (typeof SUBJECTS)[number]

/** One subscription. */
export interface Asked {
  readonly key: string
  readonly taskId: string
  readonly payload: { readonly query: string; readonly variables: object }
  /** Messages to wait for. */
  readonly messages: number
}

const QUERIES: Readonly<Record<Subject, string>> = {
  task: 'subscription ($id: ID!) { taskUpdated(id: $id) { seq skipped task { id status progress } } }',
  account: 'subscription { tasksUpdated { seq cursor task { id status progress } } }',
  credits: 'subscription { creditsUpdated { cursor balanceMicro } }',
}
const MESSAGES: Readonly<Record<Moment, number>> = { asked: 0, begun: 1, event: 2 }

export function askedOf({ id, key }: Watched, subject: Subject, moment: Moment): Asked {
  const variables = subject === 'task' ? { id } : {}
  // No entry is written while tasks are rendered.
  const messages = subject === 'credits' ? Math.min(1, MESSAGES[moment]) : MESSAGES[moment]
  return { key, taskId: id, payload: { query: QUERIES[subject], variables }, messages }
}
