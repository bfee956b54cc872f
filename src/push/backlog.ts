import { DomainError } from '../errors.ts'
import { FEED_BACKLOG_BYTES, FEED_PASSED_MAX, FEED_TASKS_MAX, SUBSCRIPTION_BACKLOG_BYTES } from '../limits.ts'
import type { EventRef, LogEvent } from './log.ts'

/** An event as a subscriber is given it. */
export interface Delivery {
  readonly event: LogEvent
  /** All that this subscriber gets of transactions below this one came before, or is another subscription's past. */
  readonly settled: bigint
  /** Events of the same task that were left out for this one. */
  readonly passed: readonly EventRef[]
}

interface Kept extends Delivery {
  event: LogEvent
  readonly passed: EventRef[]
}

/** What waits for one subscriber. */
export interface Backlog {
  /** @throws DomainError stream_lagged */
  add(event: LogEvent, settled: bigint): void
  take(): Delivery | undefined
  clear(): void
}

/**
 * In order, every change, as far as there is room: a subscriber that reads at once is never behind by more. Once it lags,
 * until all has been taken: the newest of each task, in its oldest's turn, so that none waits forever and `settled` stays
 * true. A terminal event is a task's last but for its deletion, and so never left out. Memory is bounded whatever clients do:
 * more tasks than fit end the subscription.
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
    // Always the first of a task: that anything was left out must not be forgotten.
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
    clear() {
      inOrder.length = 0
      bytes = 0
      newest.clear()
      passedCount = 0
    },
  }
}

/** What an event takes beside its snapshot. */
const EVENT_BYTES = 500

const sizes = new WeakMap<LogEvent, number>()

/** What an event takes in memory, about; reckoned once for all subscribers for whom it has to wait. */
export function sizeOf(event: LogEvent): number {
  const size = sizes.get(event) ?? EVENT_BYTES + JSON.stringify(event.snapshot).length
  sizes.set(event, size)
  return size
}

function lagged(): DomainError {
  return new DomainError(
    'stream_lagged',
    'More has changed than a reader so slow can be told of. Subscribe again with the last cursor: nothing is lost.',
  )
}
