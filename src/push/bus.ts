import { SUBSCRIPTION_BACKLOG } from '../limits.ts'
import type { LogEvent } from './log.ts'

/** One consumer's view of one task's events. */
export interface Subscription {
  /** The next event; null once closed. After a lag only the newest is left, and its seq tells. */
  next(): Promise<LogEvent | null>
  /** Ends the subscription and settles a pending `next`. */
  close(): void
}

export interface Bus {
  subscribe(taskId: string): Subscription
  publish(events: readonly LogEvent[]): void
  /** Whether anybody would get this task's events. */
  watches(taskId: string): boolean
  /** Open subscriptions, for metrics and leak tests. */
  size(): number
  close(): void
}

interface Sink {
  push(event: LogEvent): void
  close(): void
}

/**
 * Fans events out in memory, by task. A consumer that lags keeps at most its backlog and then only the latest state, so
 * memory is bounded whatever clients do; a terminal event is a task's last and therefore never dropped.
 */
export function createBus(): Bus {
  const byTask = new Map<string, Set<Sink>>()
  let open = 0

  const add = (taskId: string, sink: Sink) => {
    const sinks = byTask.get(taskId)
    if (sinks) sinks.add(sink)
    else byTask.set(taskId, new Set([sink]))
    open += 1
  }

  const drop = (taskId: string, sink: Sink) => {
    const sinks = byTask.get(taskId)
    if (!sinks?.delete(sink)) return
    open -= 1
    if (sinks.size === 0) byTask.delete(taskId)
  }

  return {
    subscribe(taskId) {
      const { subscription, sink } = createSubscription(() => drop(taskId, sink))
      add(taskId, sink)
      return subscription
    },
    publish(events) {
      for (const event of events) for (const sink of byTask.get(event.taskId) ?? []) sink.push(event)
    },
    watches: (taskId) => byTask.has(taskId),
    size: () => open,
    close() {
      for (const sinks of [...byTask.values()]) for (const sink of [...sinks]) sink.close()
    },
  }
}

function createSubscription(onClose: () => void): { subscription: Subscription; sink: Sink } {
  let pending: LogEvent[] = []
  let waiting: ((event: LogEvent | null) => void) | null = null
  let closed = false

  const close = () => {
    if (closed) return
    closed = true
    pending = []
    onClose()
    waiting?.(null)
    waiting = null
  }

  const push = (event: LogEvent) => {
    if (waiting) {
      const settle = waiting
      waiting = null
      settle(event)
      return
    }
    if (pending.length >= SUBSCRIPTION_BACKLOG) pending = []
    pending.push(event)
  }

  const next = (): Promise<LogEvent | null> => {
    const event = pending.shift()
    if (event) return Promise.resolve(event)
    if (closed) return Promise.resolve(null)
    return new Promise((settle) => {
      waiting = settle
    })
  }

  return { subscription: { next, close }, sink: { push, close } }
}
