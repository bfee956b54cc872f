import {
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { beginCall, failActive, inSpan, note, withTrace } from './trace.ts'

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  /** A stream is sent as it is read, and closed with the request. */
  readonly body?: string | Readable | undefined
  /** Applies to the whole exchange, including the answer's body. */
  readonly signal: AbortSignal
  /** Connections to use; by default those of the process. */
  readonly agents?: { readonly http: HttpAgent; readonly https: HttpsAgent }
}

export interface Incoming {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Read it or call `leave`, or the connection stays open until the signal. @throws the signal's reason where it is aborted */
  readonly body: AsyncIterable<Uint8Array>
  /**
   * Reads the rest, so that the connection can be reused; beyond this number of bytes it is closed.
   * @returns its first bytes, `keptBytes` or a chunk more
   */
  leave(maxBytes: number, keptBytes?: number): Promise<Uint8Array>
}

/** The server switched protocols without a request to. */
export class UnexpectedUpgrade extends Error {}

/**
 * The client of all requests to other servers. Interim answers (100, 102, 103: RFC 9110, 15.2) are skipped, which
 * undici, and with it `fetch`, refuses to do for 100. Redirects are not followed, and nothing is tried again.
 * @throws the error before the answer's head arrived; the signal's reason if it was aborted
 *
 * It continues the active trace in the other server. Calls are spans, except reads, which may be polls.
 */
export function request(url: string, outgoing: Outgoing): Promise<Incoming> {
  const span = outgoing.method === 'GET' ? null : beginCall(outgoing.method, url)
  if (span === null) return exchange(url, outgoing)
  return inSpan(span, async () => {
    const answer = await exchange(url, outgoing)
    note('http.response.status_code', answer.status)
    if (answer.status >= 400) failActive(String(answer.status))
    return answer
  })
}

async function exchange(url: string, outgoing: Outgoing): Promise<Incoming> {
  const { method, body, signal, agents } = outgoing
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // The body is passed on undecoded.
  const headers = withTrace({ 'accept-encoding': 'identity', ...outgoing.headers })
  const sent = url.startsWith('https:')
    ? httpsRequest(url, { method, headers, signal, agent: agents?.https })
    : httpRequest(url, { method, headers, signal, agent: agents?.http })
  sent.on('response', resolve)
  sent.on('upgrade', (_, socket) => {
    socket.destroy()
    reject(new UnexpectedUpgrade('the server switched to another protocol'))
  })
  sent.on('error', (error) => reject(signal.aborted ? signal.reason : error))
  if (typeof body === 'object') {
    body.on('error', (error) => sent.destroy(error))
    sent.on('close', () => body.destroy())
    body.pipe(sent)
  } else {
    sent.end(body)
  }
  const answer = await promise
  const chunks = readBody(answer, signal)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: chunks,
    leave: (maxBytes, keptBytes = 0) => discard(answer, maxBytes, keptBytes),
  }
}

/** Settles when the answer has ended or broken: its status had arrived. Listeners, because an iterator costs a webhook a tenth. */
function discard(answer: IncomingMessage, maxBytes: number, keptBytes: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const kept: Uint8Array[] = []
    const done = () => resolve(Buffer.concat(kept))
    if (answer.closed) done()
    let size = 0
    answer.on('data', (chunk: Uint8Array) => {
      if (size < keptBytes) kept.push(chunk)
      size += chunk.length
      if (size > maxBytes) answer.destroy()
    })
    answer.on('error', () => {})
    answer.on('end', done).on('close', done)
  })
}

async function* readBody(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* answer as AsyncIterable<Uint8Array>
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
