import { DomainError } from '../errors.ts'
import { FEED_BACKLOG_BYTES, FEED_PASSED_MAX, FEED_TASKS_MAX, SUBSCRIPTION_BACKLOG_BYTES } from '../limits.ts'
import type { EventRef, LogEvent } from './log.ts'

/** An event as a subscriber receives it. */
export interface Delivery {
  readonly event: LogEvent
  /** The subscriber has received all its events of transactions below this one. */
  readonly settled: bigint
  /** Number of earlier events of the same task that were skipped. */
  readonly passed: readonly EventRef[]
}

interface Kept extends Delivery {
  event: LogEvent
  readonly passed: EventRef[]
}

/** Events that wait for one subscriber. */
export interface Backlog {
  /** @throws DomainError stream_lagged */
  add(event: LogEvent, settled: bigint): void
  take(): Delivery | undefined
}

/**
 * Keeps every change in order while they fit (docs/rules/push.md#slow-readers), so a subscriber that keeps up gets each
 * one. When they do not fit, it keeps only the newest of each task, in the position of the task's oldest, until all are
 * taken; so no task waits forever and `settled` stays true. A terminal event is the last of its task except for a
 * deletion, so it is never left out. Memory is bounded: too many tasks end the subscription.
 */
export function createBacklog(isOfOneTask: boolean): Backlog {
  const max = isOfOneTask ? SUBSCRIPTION_BACKLOG_BYTES : FEED_BACKLOG_BYTES
  const inOrder: Delivery[] = []
  const newest = new Map<string, Kept>()
  let bytes = 0
  let passedCount = 0

  const keep = ({ event, settled }: Delivery) => {
    const former = newest.get(event.taskId)
    if (!former) {
      if (newest.size >= FEED_TASKS_MAX) throw lagged()
      newest.set(event.taskId, { event, settled, passed: [] })
      return
    }
    // Always the first event of a task, so that its skipped events stay counted.
    if (former.passed.length === 0 || passedCount < FEED_PASSED_MAX) {
      former.passed.push({ id: former.event.id, xid: former.event.xid })
      passedCount += 1
    }
    former.event = event
  }

  return {
    add(event, settled) {
      const delivery = { event, settled, passed: [] }
      const size = sizeOf(event)
      if (newest.size === 0 && (inOrder.length === 0 || bytes + size <= max)) {
        inOrder.push(delivery)
        bytes += size
        return
      }
      bytes = 0
      for (const each of inOrder.splice(0)) keep(each)
      keep(delivery)
    },
    take() {
      const first = inOrder.shift()
      if (first) {
        bytes -= sizeOf(first.event)
        return first
      }
      for (const [taskId, delivery] of newest) {
        newest.delete(taskId)
        passedCount -= delivery.passed.length
        return delivery
      }
      return undefined
    },
  }
}

/** Bytes of an event in addition to its snapshot. */
const EVENT_BYTES = 500

const sizes = new WeakMap<LogEvent, number>()

/** Approximate bytes of an event in memory, computed once for all subscribers that queue it. */
export function sizeOf(event: LogEvent): number {
  const size = sizes.get(event) ?? EVENT_BYTES + JSON.stringify(event.snapshot).length
  sizes.set(event, size)
  return size
}

function lagged(): DomainError {
  return new DomainError(
    'stream_lagged',
    'This subscription was read more slowly than its events arrived. Subscribe again with the last cursor: nothing is lost.',
  )
}
