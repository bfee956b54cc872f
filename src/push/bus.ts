import { type Backlog, createBacklog, type Delivery } from './backlog.ts'
import type { LogEvent } from './log.ts'

/** The scope of a subscription. */
export type Topic = { readonly taskId: string } | { readonly groupId: string } | { readonly accountId: string }

/** Fields of an event that the tail knows before it reads the whole event. */
export type EventHeader = Omit<LogEvent, 'seq' | 'at' | 'snapshot'>

/** Selects events of a topic. Other events are not queued. */
export type Wants = (event: EventHeader) => boolean

/** One consumer's view of a topic's events. */
export interface Subscription {
  /**
   * The next event, or the newest of its task after a lag; null once closed.
   * @throws DomainError stream_lagged, once, if even that is too much; the subscription is then closed
   */
  next(): Promise<Delivery | null>
  /**
   * Alternative to `next`: passes each event on at once, within the call that publishes it; settles once closed.
   * @param hand while its promise is pending, further events wait as for `next`
   * @throws DomainError stream_lagged, and what `hand` throws
   */
  drainTo(hand: Hand): Promise<void>
  /** Ends the subscription and settles a pending `next` or `drainTo`. */
  close(): void
}

export type Hand = (delivery: Delivery) => Promise<unknown> | undefined

export interface Bus {
  subscribe(topic: Topic, wants?: Wants): Subscription
  /** Calls `hear` for each event until the answer is called. */
  listen(topic: Topic, wants: Wants, hear: () => void): () => void
  /**
   * Publishes events that the tail has read.
   * @param horizon every event of a transaction below it is in this batch or an earlier one
   */
  publish(events: readonly LogEvent[], horizon: bigint): void
  /** Whether any subscriber wants this event. */
  watches(header: EventHeader): boolean
  /** Open subscriptions and listeners, for metrics and leak tests. */
  size(): number
  close(): void
}

interface Sink {
  readonly wants: Wants
  push(event: LogEvent, settled: bigint): void
  close(): void
}

/** Fans events out in memory, by task, group and account. */
export function createBus(): Bus {
  const byTopic = new Map<string, Set<Sink>>()
  let open = 0
  let settled = 0n

  const add = (topic: string, sink: Sink) => {
    const sinks = byTopic.get(topic)
    if (sinks) sinks.add(sink)
    else byTopic.set(topic, new Set([sink]))
    open += 1
  }

  const drop = (topic: string, sink: Sink) => {
    const sinks = byTopic.get(topic)
    if (!sinks?.delete(sink)) return
    open -= 1
    if (sinks.size === 0) byTopic.delete(topic)
  }

  return {
    subscribe(topic, wants = () => true) {
      const name = nameOf(topic)
      const { push, ...subscription } = createSubscription(createBacklog('taskId' in topic), () => drop(name, sink))
      const sink: Sink = { wants, push, close: subscription.close }
      add(name, sink)
      return subscription
    },
    listen(topic, wants, hear) {
      const sink: Sink = { wants, push: hear, close: () => drop(nameOf(topic), sink) }
      add(nameOf(topic), sink)
      return sink.close
    },
    publish(events, horizon) {
      for (const event of events) {
        for (const topic of topicsOf(event)) {
          for (const sink of byTopic.get(topic) ?? []) if (sink.wants(event)) sink.push(event, settled)
        }
      }
      settled = horizon
    },
    watches(header) {
      for (const topic of topicsOf(header)) {
        for (const sink of byTopic.get(topic) ?? []) if (sink.wants(header)) return true
      }
      return false
    },
    size: () => open,
    close() {
      for (const sinks of [...byTopic.values()]) for (const sink of [...sinks]) sink.close()
    },
  }
}

/** The prefix separates the kinds of topics, because ids of callers are not checked here. */
function nameOf(topic: Topic): string {
  if ('taskId' in topic) return `task ${topic.taskId}`
  return 'groupId' in topic ? `group ${topic.groupId}` : `account ${topic.accountId}`
}

function topicsOf({ taskId, groupId, accountId }: EventHeader): string[] {
  const names = [nameOf({ taskId }), nameOf({ accountId })]
  if (groupId !== null) names.push(nameOf({ groupId }))
  return names
}

function createSubscription(backlog: Backlog, onClose: () => void): Subscription & Pick<Sink, 'push'> {
  let waiting: ((delivery: Delivery | null) => void) | null = null
  let handing: Handing | null = null
  let failure: unknown = null
  let closed = false

  const close = () => {
    if (closed) return
    closed = true
    backlog.clear()
    onClose()
    waiting?.(null)
    waiting = null
    handing?.end(failure)
  }

  const fail = (error: unknown) => {
    failure = error
    close()
  }

  const push = (event: LogEvent, settled: bigint) => {
    const delivery = { event, settled, passed: [] }
    if (waiting) {
      const settle = waiting
      waiting = null
      settle(delivery)
      return
    }
    if (handing?.isFree()) {
      handing.give(delivery)
      return
    }
    try {
      backlog.add(event, settled)
    } catch (error) {
      fail(error)
    }
  }

  const next = (): Promise<Delivery | null> => {
    const delivery = backlog.take()
    if (delivery) return Promise.resolve(delivery)
    if (failure !== null) {
      const thrown = failure
      failure = null
      return Promise.reject(thrown)
    }
    if (closed) return Promise.resolve(null)
    return new Promise((settle) => {
      waiting = settle
    })
  }

  const drainTo = (hand: Hand): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error: unknown) => (error === null ? resolve() : reject(error))
      if (closed) {
        end(failure)
        return
      }
      handing = createHanding(hand, backlog, fail, end)
      handing.drain()
    })

  return { next, drainTo, close, push }
}

/** A running `drainTo` of a subscription. */
interface Handing {
  isFree(): boolean
  give(delivery: Delivery): void
  /** Passes waiting events on while they are accepted. */
  drain(): void
  end(failure: unknown): void
}

function createHanding(
  hand: Hand,
  backlog: Backlog,
  fail: (error: unknown) => void,
  end: (failure: unknown) => void,
): Handing {
  let free = true
  const give = (delivery: Delivery) => {
    try {
      const taken = hand(delivery)
      if (!taken) return
      free = false
      taken.then(() => {
        free = true
        drain()
      }, fail)
    } catch (error) {
      fail(error)
    }
  }
  const drain = () => {
    for (let next = backlog.take(); next; next = free ? backlog.take() : undefined) give(next)
  }
  return { isFree: () => free, give, drain, end }
}
