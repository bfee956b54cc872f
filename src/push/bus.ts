import { type Backlog, createBacklog, type Delivery } from './backlog.ts'
import type { EventRef, LogEvent } from './log.ts'
import type { Give } from './stream.ts'

/** The scope of a subscription. */
export type Topic = { readonly taskId: string } | { readonly groupId: string } | { readonly accountId: string }

/** Fields of an event that the tail knows before it reads the whole event. */
export type EventHeader = Omit<LogEvent, 'seq' | 'snapshot'>

/** Selects events of a topic. Other events are not queued. */
export type Wants = (event: EventHeader) => boolean

/** One consumer's view of a topic's events. */
export interface Subscription {
  /**
   * Passes each event on at once, within the call that publishes it; after a lag the newest of its task. Settles once closed.
   * @param hand while its promise is pending, further events wait
   * @throws DomainError stream_lagged if too many wait, and what `hand` throws; the subscription is then closed
   */
  drainTo(hand: Hand): Promise<void>
  /** Ends the subscription and settles a pending `drainTo`. */
  close(): void
}

export type Hand = Give<Delivery>

export interface Bus {
  subscribe(topic: Topic, wants?: Wants): Subscription
  /** Calls `hear` for each event until the answer is called. */
  listen(topic: Topic, wants: Wants, hear: () => void): () => void
  /**
   * Publishes events that the tail has read.
   * @param horizon every event of a transaction below it is in this batch or an earlier one
   */
  publish(events: readonly LogEvent[], horizon: bigint): void
  /** That of the last call of `publish`: what a statement reads from now on includes every transaction below it. */
  horizon(): bigint
  /** Whether any subscriber wants this event. */
  watches(header: EventHeader): boolean
  /** Since when anybody watches, in milliseconds of the clock; null while nobody does. */
  watchedSince(): number | null
  /** Open subscriptions and listeners, for metrics and leak tests. */
  size(): number
  close(): void
}

interface Sink {
  /** Name of its topic. */
  readonly topic: string
  readonly wants: Wants
  push(event: LogEvent, settled: bigint): void
  close(): void
}

/** Fans events out in memory, by task, group and account. */
export function createBus(): Bus {
  const byTopic = new Map<string, Set<Sink>>()
  let open = 0
  let since = 0
  let settled = 0n

  const add = <S extends Sink>(sink: S): S => {
    const sinks = byTopic.get(sink.topic)
    if (sinks) sinks.add(sink)
    else byTopic.set(sink.topic, new Set([sink]))
    if (open === 0) since = Date.now()
    open += 1
    return sink
  }

  const drop = (sink: Sink) => {
    const sinks = byTopic.get(sink.topic)
    if (!sinks?.delete(sink)) return
    open -= 1
    if (sinks.size === 0) byTopic.delete(sink.topic)
  }

  return {
    subscribe: (topic, wants = all) => add(new Queued(nameOf(topic), 'taskId' in topic, wants, drop)),
    listen(topic, wants, hear) {
      const sink: Sink = add({ topic: nameOf(topic), wants, push: hear, close: () => drop(sink) })
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
    horizon: () => settled,
    watches(header) {
      for (const topic of topicsOf(header)) {
        for (const sink of byTopic.get(topic) ?? []) if (sink.wants(header)) return true
      }
      return false
    },
    watchedSince: () => (open > 0 ? since : null),
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

const all: Wants = () => true
const NONE: readonly EventRef[] = []
/** A subscription. It has a backlog from the first event on that has to wait. */
class Queued implements Subscription, Sink {
  readonly topic: string
  readonly wants: Wants
  readonly #isOfOneTask: boolean
  readonly #drop: (sink: Sink) => void
  #backlog: Backlog | null = null
  #hand: Hand | null = null
  /** The promise of `hand` is pending. */
  #isBusy = false
  #closed = false
  #failure: unknown = null
  #ended: PromiseWithResolvers<void> | null = null

  constructor(topic: string, isOfOneTask: boolean, wants: Wants, drop: (sink: Sink) => void) {
    this.topic = topic
    this.wants = wants
    this.#isOfOneTask = isOfOneTask
    this.#drop = drop
  }

  push(event: LogEvent, settled: bigint): void {
    if (this.#hand && !this.#isBusy) {
      this.#give(this.#hand, { event, settled, passed: NONE })
      return
    }
    try {
      this.#backlog ??= createBacklog(this.#isOfOneTask)
      this.#backlog.add(event, settled)
    } catch (error) {
      this.#fail(error)
    }
  }

  drainTo(hand: Hand): Promise<void> {
    this.#ended = Promise.withResolvers()
    this.#hand = hand
    if (this.#closed) this.#end()
    else this.#drain(hand)
    return this.#ended.promise
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#backlog = null
    this.#drop(this)
    this.#end()
  }

  #end(): void {
    if (this.#failure === null) this.#ended?.resolve()
    else this.#ended?.reject(this.#failure)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.close()
  }

  #give(hand: Hand, delivery: Delivery): void {
    try {
      const taken = hand(delivery)
      if (!taken) return
      this.#isBusy = true
      taken.then(
        () => {
          this.#isBusy = false
          this.#drain(hand)
        },
        (error: unknown) => this.#fail(error),
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Passes waiting events on while they are accepted. */
  #drain(hand: Hand): void {
    for (let next = this.#backlog?.take(); next; next = this.#isBusy ? undefined : this.#backlog?.take()) {
      this.#give(hand, next)
    }
  }
}
