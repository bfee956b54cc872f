import type { Caller } from '../key/caller.ts'
import type { Delivery } from '../push/backlog.ts'
import type { Bus, Subscription } from '../push/bus.ts'
import { eventsSince } from '../push/log.ts'
import { type Drain, type Give, Stream } from '../push/stream.ts'
import type { Resources } from '../resources.ts'
import { changeOf, constantsIn, ERASED, isErased, type TaskChange, withConstants } from './change.ts'
import { readTask } from './read.ts'
import { isTerminal, type Task } from './task.ts'

/**
 * A task's current state, then every change in order; it ends after the terminal state (docs/rules/push.md#order). With `afterSeq`
 * it starts with the first change after that one, or with the current state if the log no longer has all changes.
 * @throws DomainError (from `ready` and the first `next`) 403 insufficient_scope, 404 video_not_found
 */
export function watchTask(
  resources: Pick<Resources, 'pool'>,
  bus: Bus,
  caller: Caller,
  taskId: string,
  afterSeq: number | null,
): Stream<TaskChange> {
  const subscription = bus.subscribe({ taskId })
  return new Stream(subscription, async () => {
    const now = await readTask(resources, caller, taskId)
    // The task never had this seq, so the stream cannot resume from it.
    const known = afterSeq !== null && afterSeq <= now.seq ? afterSeq : null
    return changesOf(subscription, now, known ?? now.seq - 1, await missed(resources, now, known))
  })
}

function changesOf(subscription: Subscription, now: Task, known: number, before: readonly Task[]): Drain<TaskChange> {
  const constants = constantsIn(now)
  let seq = known
  let isOver = isTerminal(now.status)
  const first = before.map((task): TaskChange => {
    const change = { task, seq: task.seq, skipped: task.seq !== seq + 1 }
    seq = task.seq
    return change
  })

  /** null if it is already known, or if a deletion erased it before it was read; the deletion replaces it. */
  const toChange = ({ event }: Delivery): TaskChange | null => {
    if (event.seq <= seq || isErased(event)) return null
    const change = changeOf(
      event,
      event.kind === 'deleted' ? { ...constants, ...ERASED } : constants,
      event.seq !== seq + 1,
    )
    seq = event.seq
    isOver = isTerminal(change.task.status)
    return change
  }

  return async (give) => {
    await giveAll(first.splice(0), give)
    if (isOver) return
    let last: Promise<unknown> | undefined
    await subscription.drainTo((next) => {
      const change = toChange(next)
      last = change ? give(change) : undefined
      if (isOver) subscription.close()
      return last
    })
    await last
  }
}

/** A separate function, because a waiting function keeps its variables in memory: one task per subscription. */
async function giveAll<T>(items: readonly T[], give: Give<T>): Promise<void> {
  for (const item of items) await give(item)
}

/** States between the consumer's and the one read: all of them if the log still has them, otherwise the newest. */
async function missed(resources: Pick<Resources, 'pool'>, now: Task, afterSeq: number | null): Promise<Task[]> {
  if (afterSeq === null) return [now]
  if (afterSeq >= now.seq) return []
  const events = (await eventsSince(resources.pool, now.id, afterSeq)).filter((event) => event.seq <= now.seq)
  const whole = events.length === now.seq - afterSeq && !events.some(isErased)
  return whole ? events.map((event) => withConstants(event, now)) : [now]
}
