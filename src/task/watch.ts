import type { Caller } from '../key/caller.ts'
import type { Bus, Subscription } from '../push/bus.ts'
import { eventsSince, type LogEvent } from '../push/log.ts'
import type { Resources } from '../resources.ts'
import { readTask } from './read.ts'
import { isTerminal, type Task, taskFromSnapshot } from './task.ts'

/** One push of a task: its state at `seq`. */
export interface TaskChange {
  readonly task: Task
  readonly seq: number
  /** Whether states between the last push and this one were left out for a slow consumer. */
  readonly skipped: boolean
}

/**
 * A task's state now, then every change in order; it ends after the terminal state (contract 7). With `afterSeq` it begins
 * with the first change after that one instead, or with the state now where the log no longer has them all.
 *
 * Not a bare generator: its `return` would wait for the next event, and a closed socket's subscription would leak.
 * @throws DomainError (from the first `next`) 403 insufficient_scope, 404 video_not_found
 */
export function watchTask(
  resources: Pick<Resources, 'pool'>,
  bus: Bus,
  caller: Caller,
  taskId: string,
  afterSeq: number | null,
): AsyncIterableIterator<TaskChange> {
  const subscription = bus.subscribe(taskId)
  const changes = follow(resources, subscription, caller, taskId, afterSeq)
  return {
    next: () => changes.next(),
    return() {
      subscription.close()
      return changes.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* follow(
  resources: Pick<Resources, 'pool'>,
  subscription: Subscription,
  caller: Caller,
  taskId: string,
  afterSeq: number | null,
): AsyncGenerator<TaskChange, undefined> {
  try {
    const now = await readTask(resources, caller, taskId)
    // A seq that this task never had is no place to go on from.
    const known = afterSeq !== null && afterSeq <= now.seq ? afterSeq : null
    let seq = known ?? now.seq - 1
    for (const task of await missed(resources, now, known)) {
      yield { task, seq: task.seq, skipped: task.seq !== seq + 1 }
      seq = task.seq
    }
    if (isTerminal(now.status)) return
    for (let event = await subscription.next(); event; event = await subscription.next()) {
      // A last state that a deletion erased before it was read here: that of the deletion stands for it.
      if (event.seq <= seq || isErased(event)) continue
      const task = withConstants(event, event.kind === 'deleted' ? ERASED : now)
      yield { task, seq: event.seq, skipped: event.seq !== seq + 1 }
      seq = event.seq
      if (isTerminal(task.status)) return
    }
  } finally {
    subscription.close()
  }
}

/** States between what the consumer has and what was read: all of them if the log still has them, else the newest. */
async function missed(resources: Pick<Resources, 'pool'>, now: Task, afterSeq: number | null): Promise<Task[]> {
  if (afterSeq === null) return [now]
  if (afterSeq >= now.seq) return []
  const events = (await eventsSince(resources.pool, now.id, afterSeq)).filter((event) => event.seq <= now.seq)
  const whole = events.length === now.seq - afterSeq && !events.some(isErased)
  return whole ? events.map((event) => withConstants(event, now)) : [now]
}

/** Whether a deletion has taken the state (contract 1, delete). */
function isErased({ snapshot }: LogEvent): boolean {
  return !('status' in snapshot)
}

type Constants = Pick<Task, 'prompt' | 'negativePrompt' | 'metadata'>

const ERASED: Constants = { prompt: '', negativePrompt: null, metadata: null }

/** Snapshots leave out what never changes. */
function withConstants(event: LogEvent, { prompt, negativePrompt, metadata }: Constants): Task {
  return { ...taskFromSnapshot(event.snapshot), prompt, negativePrompt, metadata }
}
