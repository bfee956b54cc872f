import { type Call, type Connection, failure, pause } from './connection.ts'
import { VidgateError } from './errors.ts'

/** A Server-Sent Event (HTML standard, 9.2). */
export interface ServerEvent {
  readonly id: string
  readonly type: string
  readonly data: string
}

/** The gateway sends at least a comment every 15 seconds. */
const SILENCE_MS = 45_000

/** A stream that was open for longer did not fail, even without an event. */
const LIVED_MS = 10_000

/** Statuses of a gateway that restarts or is busy, or of a proxy before it, for as long as that takes. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504]

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined
  /** Called when the stream is open, and again after each reconnection. */
  readonly onOpen?: (() => void) | undefined
}

/** How a stream is read. */
interface Source {
  /** The call that opens it after the last event. */
  call(): Call
  /** The error that an event contains. */
  errorIn?(event: ServerEvent): VidgateError | undefined
  /** A connection that is silent for longer is lost. */
  readonly silenceMs?: number
}

/**
 * The events of a stream, which is opened again whenever it breaks; it ends with 204, or when the consumer leaves.
 * @throws VidgateError if the gateway refuses the stream; `signal.reason`
 */
export async function* follow(
  connection: Connection,
  { signal, onOpen }: StreamOptions,
  { call, errorIn, silenceMs = SILENCE_MS }: Source,
): AsyncGenerator<ServerEvent, void> {
  for (let failures = 0; ; failures++) {
    const abort = new AbortController()
    const leave = () => abort.abort(signal?.reason)
    signal?.addEventListener('abort', leave)
    let retryAfter: number | null = null
    let openedAt = Number.POSITIVE_INFINITY
    const forget = () => {
      if (Date.now() - openedAt > LIVED_MS) failures = 0
    }
    const inTime: InTime = (work) => {
      const timer = setTimeout(() => abort.abort(), silenceMs)
      return work.finally(() => clearTimeout(timer))
    }
    try {
      signal?.throwIfAborted()
      const response = await inTime(connection.open({ ...call(), signal: abort.signal }))
      if (response.status === 204 || !response.body) return
      openedAt = Date.now()
      onOpen?.()
      for await (const event of read(response.body, inTime)) {
        const error = errorIn?.(event)
        if (error) throw error
        failures = 0
        yield event
      }
    } catch (thrown) {
      signal?.throwIfAborted()
      forget()
      const error = failure(thrown, undefined)
      if (!(error instanceof VidgateError) || !mayPass(error, failures < connection.retries)) throw error
      retryAfter = error.retryAfter
    } finally {
      signal?.removeEventListener('abort', leave)
      abort.abort()
    }
    forget()
    await pause(failures, retryAfter, signal)
  }
}

function mayPass({ code, status, isRepeatable }: VidgateError, isEarly: boolean): boolean {
  return isRepeatable && (isEarly || (code !== 'token_failed' && PASSING.includes(status)))
}

/** Gives the connection up if the work takes too long. */
type InTime = <T>(work: Promise<T>) => Promise<T>

async function* read(body: ReadableStream<Uint8Array>, inTime: InTime): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let event = EMPTY
  for (;;) {
    const { done, value } = await inTime(reader.read())
    if (done) return
    rest += decoder.decode(value, { stream: true })
    // A CR at the end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') event = withLine(event, line)
      else {
        if (event.data !== '') yield { ...event, data: event.data.slice(0, -1) }
        event = { ...EMPTY, id: event.id }
      }
    }
  }
}

const EMPTY: ServerEvent = { id: '', type: 'message', data: '' }

function withLine(event: ServerEvent, line: string): ServerEvent {
  const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
  if (name === 'data') return { ...event, data: `${event.data}${value}\n` }
  if (name === 'event') return { ...event, type: value }
  return name === 'id' ? { ...event, id: value } : event
}
