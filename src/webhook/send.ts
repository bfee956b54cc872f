import { Agent } from 'undici'
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_PER_HOST } from '../limits.ts'
import { faultOf, RefusedTarget, type Resolve, type TargetRules, vettedLookup } from './target.ts'

/** How a receiver took one try. */
export interface Answer {
  /** Of HTTP; null: there was none. */
  readonly status: number | null
  /** Why it failed, in words for the caller; null: it did not. */
  readonly error: string | null
  /** Whether nothing came within the time. */
  readonly hung: boolean
}

export interface Sender {
  /** Makes one try; never throws. Without an answer it ends after the time that the sender was given. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>
  /** Breaks off what is under way. */
  close(): Promise<void>
}

/**
 * Sends to addresses of the public internet alone, over connections that are kept for the next try to the same host.
 * Redirects are not followed: they would lead past what was vetted.
 */
export function createSender(rules: TargetRules, timeoutMs: number, resolve?: Resolve): Sender {
  const agent = new Agent({
    connections: WEBHOOK_PER_HOST,
    // One protocol, whose every connection is counted.
    allowH2: false,
    connect: { lookup: vettedLookup(rules, resolve), timeout: timeoutMs },
    // The signal of each try is over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const { origin, pathname, search } = new URL(url)
    const answer = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal })
    // The status has told all; what else comes is read so that the connection can be kept, and only so far.
    await answer.body.dump({ limit: WEBHOOK_ANSWER_MAX_BYTES, signal }).catch(() => {})
    return answer.statusCode
  }
  return {
    async send(url, headers, body) {
      if (faultOf(url, rules) !== null) return unanswered(new RefusedTarget(), timeoutMs)
      return post(url, headers, body).then(answered, (error: unknown) => unanswered(error, timeoutMs))
    },
    close: () => agent.destroy(),
  }
}

function answered(status: number): Answer {
  if (status >= 200 && status < 300) return { status, error: null, hung: false }
  const isRedirect = status >= 300 && status < 400
  return {
    status,
    error: `The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}.`,
    hung: false,
  }
}

function unanswered(error: unknown, timeoutMs: number): Answer {
  const hung = isNamed(error, 'TimeoutError') || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT'
  return {
    status: null,
    error: hung ? `There was no answer within ${timeoutMs / 1000} seconds.` : wordsOf(error),
    hung,
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RefusedTarget) return 'The address is not one of the public internet.'
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return 'The connection was closed without an answer.'
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|ETIMEOUT|EREFUSED)$/.test(code))
    return 'The host name could not be resolved.'
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code))
    return 'The TLS connection failed.'
  if (isNamed(error, 'HTTPParserError') || /^UND_ERR_(RES|HEADERS)/.test(code)) return 'The answer was not valid HTTP.'
  return 'The receiver could not be reached.'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
