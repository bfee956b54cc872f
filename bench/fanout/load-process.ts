import { now } from './clock.ts'
import { subscribe } from './document.ts'
import { type Reader, Watcher } from './watcher.ts'

/** Messages to a load process, one after the other. */
export type Order =
  | {
      readonly do: 'open'
      readonly port: number
      readonly path: string
      readonly keys: readonly string[]
      readonly sockets: number
    }
  | {
      readonly do: 'watch'
      /** Of each watcher's task, or one for all. */
      readonly ids: readonly string[]
      /** The tasks' current seq. */
      readonly seq: number
      /** Whether the current state arrives first; otherwise the message is done when it is sent. */
      readonly greeted: boolean
    }
  /**
   * Answered twice: when counting starts, and with the received events. `seq`: the final seq of every watcher; null:
   * any, and the events are listed.
   */
  | { readonly do: 'await'; readonly events: number; readonly seq: number | null }
  /** No earlier message is still in transit. */
  | { readonly do: 'fence' }

/** Received events; times of the clock that all processes share. */
export interface Arrivals {
  readonly first: number
  readonly p50: number
  readonly p99: number
  readonly last: number
  /** Length of the last event's message. */
  readonly bytes: number
  /** Of each, if requested. */
  readonly list: readonly Arrival[]
}

export type Arrival = readonly [watcher: number, seq: number, at: number]

export type Reply = { readonly done: Order['do'] } | { readonly arrivals: Arrivals } | { readonly failed: string }

/** Concurrent handshakes; a listening socket's queue holds some hundreds. */
const OPENING = 100

const reply = (message: Reply) => process.send?.(message)

/** The watchers of one process, and their received events. */
class Crowd implements Reader {
  readonly #watchers: Watcher[] = []
  #open: (() => void) | null = null
  #pongs = 0
  #operation = 0
  /** Offsets of the id's last four characters and of seq in a message; unknown until the first. */
  #places: { readonly word: number; readonly seq: number } | null = null
  #id = ''
  #awaited = 0
  #came = 0
  #times = new Float64Array()
  #list: Arrival[] | null = null
  #bytes = 0
  #settle: (() => void) | null = null

  opened(): void {
    this.#open?.()
  }

  broke(reason: string): void {
    reply({ failed: reason })
  }

  ponged(): void {
    this.#pongs -= 1
    if (this.#pongs === 0) this.#settle?.()
  }

  message(watcher: Watcher, data: Buffer, from: number, to: number): void {
    this.#places ??= placesOf(data.toString('latin1', from, to), this.#id)
    const { word, seq: place } = this.#places
    const seq = numberAt(data, from + place)
    if (seq !== watcher.seq + 1 || data.readInt32LE(from + word) !== watcher.word) {
      const text = data.toString('latin1', from, to)
      if (!text.includes('"type":"complete"')) this.broke(`after seq ${watcher.seq} of a task came ${text}`)
      return
    }
    watcher.seq = seq
    this.#bytes = to - from
    const at = now()
    this.#times[this.#came] = at
    this.#list?.push([watcher.number, seq, at])
    this.#came += 1
    if (this.#came === this.#awaited) this.#settle?.()
  }

  async open({ port, path, keys, sockets }: Extract<Order, { do: 'open' }>): Promise<void> {
    await new Promise<void>((resolve) => {
      const start = () => {
        const number = this.#watchers.length
        this.#watchers.push(new Watcher(number, { port, path, key: keys[number % keys.length] ?? '' }, this))
      }
      let left = sockets
      this.#open = () => {
        left -= 1
        if (this.#watchers.length < sockets) start()
        if (left === 0) resolve()
      }
      while (this.#watchers.length < Math.min(OPENING, sockets)) start()
    })
  }

  /** Sockets with another task unsubscribe first. */
  async watch({ ids, seq, greeted }: Extract<Order, { do: 'watch' }>): Promise<void> {
    const greetings = greeted ? this.await({ events: this.#watchers.length, seq }) : Promise.resolve()
    const old = String(this.#operation)
    this.#operation += 1
    this.#id = ids[0] ?? ''
    for (const watcher of this.#watchers) {
      const id = ids[watcher.number] ?? this.#id
      watcher.word = Buffer.from(id.slice(-4)).readInt32LE()
      watcher.seq = greeted ? seq - 1 : seq
      if (this.#operation > 1) watcher.send({ id: old, type: 'complete' })
      watcher.send(subscribe(String(this.#operation), id))
    }
    await greetings
  }

  async await({ events, seq }: Omit<Extract<Order, { do: 'await' }>, 'do'>): Promise<Arrivals> {
    this.#assertCame()
    this.#awaited = events
    this.#came = 0
    this.#times = new Float64Array(events)
    this.#list = seq === null ? [] : null
    await new Promise<void>((resolve) => {
      this.#settle = resolve
    })
    const behind = seq !== null && this.#watchers.find((watcher) => watcher.seq !== seq)
    if (behind) this.broke(`watcher ${behind.number} is at seq ${behind.seq} and not at ${seq}`)
    const at = (share: number) => this.#times[Math.min(events - 1, Math.floor(events * share))] ?? 0
    const times = { first: at(0), p50: at(0.5), p99: at(0.99), last: at(1) }
    return { ...times, bytes: this.#bytes, list: this.#list ?? [] }
  }

  async fence(): Promise<void> {
    this.#pongs = this.#watchers.length
    for (const watcher of this.#watchers) watcher.ping()
    await new Promise<void>((resolve) => {
      this.#settle = resolve
    })
    this.#assertCame()
  }

  #assertCame(): void {
    if (this.#came !== this.#awaited) this.broke(`${this.#came} events came, not ${this.#awaited}`)
  }
}

function placesOf(text: string, id: string): { word: number; seq: number } {
  const [word, seq] = [text.indexOf(id.slice(0, -4)) + id.length - 4, text.indexOf('"seq":') + 6]
  return { word, seq }
}

/** Four digits. */
function numberAt(data: Buffer, at: number): number {
  let number = 0
  for (let i = 0; i < 4; i++) number = number * 10 + (data[at + i] ?? 0) - 48
  return number
}

async function obey(crowd: Crowd, order: Order): Promise<void> {
  if (order.do === 'await') {
    const arrivals = crowd.await(order)
    reply({ done: 'await' })
    reply({ arrivals: await arrivals })
    return
  }
  if (order.do === 'open') await crowd.open(order)
  else if (order.do === 'watch') await crowd.watch(order)
  else await crowd.fence()
  reply({ done: order.do })
}

const crowd = new Crowd()
process.on('message', (order: Order) => void obey(crowd, order))
process.on('disconnect', () => process.exit())
