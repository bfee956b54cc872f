import { connect, type Socket } from 'node:net'

/** Requests, and the expected answers. */
export interface Job {
  readonly port: number
  /** POST by default; GET has no body and no Idempotency-Key. */
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body: string
  /** Authorization of each request in turn. */
  readonly keys: readonly string[]
  /** Prefix of every Idempotency-Key. */
  readonly name: string
  readonly connections: number
  readonly warmMs: number
  readonly windowMs: number
  readonly status: number
  /** A text in every right answer. */
  readonly holds: string
  /** Ends after this many requests, unless the window has ended before. */
  readonly requests?: number
  /** Another allowed answer, counted separately. */
  readonly refusal?: { readonly status: number; readonly holds: string }
}

export interface Outcome {
  /** Right answers, including those before and after the window. */
  readonly good: number
  readonly refused: number
  readonly bad: number
  readonly firstBad: string
  /** Right answers a second, in the window. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/**
 * Keep-alive HTTP/1.1 on bare sockets, with one request at a time each. The client shares its processors with the
 * measured process, so it must use only a few microseconds a request.
 */
class Client {
  readonly #socket: Socket
  readonly #run: Run
  #received = ''
  #sentAt = 0

  constructor(run: Run) {
    this.#run = run
    this.#socket = connect({ port: run.job.port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('connect', () => this.#send())
    this.#socket.on('data', (text: unknown) => this.#receive(text as string))
    this.#socket.on('error', (error) => run.broke(error))
    this.#socket.on('close', () => {
      if (!run.isOver()) run.broke(new Error('the server closed a connection'))
      run.left()
    })
  }

  #send(): void {
    if (this.#run.isOver()) {
      this.#socket.end()
      return
    }
    this.#sentAt = performance.now()
    this.#socket.write(this.#run.next())
  }

  #receive(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text
    if (!isWhole(this.#received)) return
    this.#run.answered(this.#received, this.#sentAt)
    this.#received = ''
    this.#send()
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length)
}

class Run {
  readonly job: Job
  readonly #start = performance.now()
  readonly #done: (outcome: Outcome) => void
  readonly #latencies: number[] = []
  #sent = 0
  #good = 0
  #refused = 0
  #bad = 0
  #firstBad = ''
  #open: number

  constructor(job: Job, done: (outcome: Outcome) => void) {
    this.job = job
    this.#done = done
    this.#open = job.connections
    for (let i = 0; i < job.connections; i++) new Client(this)
  }

  isOver(): boolean {
    const { requests = Number.POSITIVE_INFINITY, warmMs, windowMs } = this.job
    return this.#sent >= requests || performance.now() >= this.#start + warmMs + windowMs
  }

  next(): string {
    const { path, port, keys, name, body, method = 'POST' } = this.job
    const number = this.#sent++
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${keys[number % keys.length]}\r\n`
    if (method === 'GET') return `${head}\r\n`
    return `${head}Content-Type: application/json\r\nIdempotency-Key: ${name}-${number}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  answered(text: string, sentAt: number): void {
    const { status, holds, refusal, warmMs, windowMs } = this.job
    if (refusal && text.startsWith(`HTTP/1.1 ${refusal.status} `) && text.includes(refusal.holds)) {
      this.#refused += 1
      return
    }
    if (!text.startsWith(`HTTP/1.1 ${status} `) || !text.includes(holds)) {
      this.#bad += 1
      this.#firstBad ||= text.slice(0, 1000)
      return
    }
    this.#good += 1
    const now = performance.now()
    const from = this.#start + warmMs
    if (now >= from && now < from + windowMs) this.#latencies.push(now - sentAt)
  }

  broke(error: Error): void {
    this.#bad += 1
    this.#firstBad ||= String(error)
  }

  left(): void {
    this.#open -= 1
    if (this.#open > 0) return
    const sorted = this.#latencies.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    this.#done({
      good: this.#good,
      refused: this.#refused,
      bad: this.#bad,
      firstBad: this.#firstBad,
      rate: (sorted.length * 1000) / this.job.windowMs,
      p50: at(0.5),
      p99: at(0.99),
    })
  }
}

if (import.meta.main) {
  process.on('message', (job: Job) => void new Run(job, (outcome) => process.send?.(outcome)))
  process.on('disconnect', () => process.exit())
}
