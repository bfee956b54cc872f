import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Incoming, request, UnexpectedUpgrade } from '../lib/outgoing.ts'
import { faultOf, RefusedTarget, type Resolve, type TargetRules, vettedLookup } from '../lib/target.ts'
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_HISTORY, WEBHOOK_PER_HOST } from '../limits.ts'
import { askedDelay } from './schedule.ts'

/** Closes an idle connection before most receivers do, because a try on a closing connection would fail. */
const KEPT_MS = 4000

/** Result of one try. */
export interface Answer {
  /** HTTP status; null without an answer. */
  readonly status: number | null
  /** Why it failed, for the caller; null on success. */
  readonly error: string | null
  /** Whether there was no answer in time. */
  readonly hung: boolean
  /** Milliseconds of Retry-After on 429 and 503; null if there is none. */
  readonly askedMs: number | null
  /** Whether the address is forbidden, so that another try would be refused too. */
  readonly refused: boolean
  /** The beginning of the answer's body; null without an answer. */
  readonly text: string | null
}

export interface Sender {
  /** Makes one try; never throws. Without an answer it ends after the sender's timeout. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>
  /** Aborts running tries. */
  close(): Promise<void>
}

/**
 * Sends only to addresses of the public internet, over connections that are kept for the next try to the same host. Redirects are
 * not followed, because their targets are not checked.
 */
export function createSender(rules: TargetRules, timeoutMs: number, resolve?: Resolve): Sender {
  const connections = {
    keepAlive: true,
    maxSockets: WEBHOOK_PER_HOST,
    timeout: KEPT_MS,
    lookup: vettedLookup(rules, resolve),
  }
  const agents = { http: new HttpAgent(connections), https: new HttpsAgent(connections) }
  const running = new Set<AbortController>()
  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> => {
    // One signal: `AbortSignal.any` and `AbortSignal.timeout` cost as much as the signature.
    const trying = new AbortController()
    const late = setTimeout(() => trying.abort(new DOMException('', 'TimeoutError')), timeoutMs)
    running.add(trying)
    try {
      const answer = await request(url, { method: 'POST', headers, body, signal: trying.signal, agents })
      // Only the status counts. The rest is read up to a limit, so that the connection can be kept.
      const { answerBytes } = WEBHOOK_HISTORY
      const start = await answer.leave(WEBHOOK_ANSWER_MAX_BYTES, answerBytes)
      return answered(answer, textOf(start.subarray(0, answerBytes)))
    } finally {
      clearTimeout(late)
      running.delete(trying)
    }
  }
  return {
    async send(url, headers, body) {
      if (faultOf(url, rules) !== null) return unanswered(new RefusedTarget(), timeoutMs)
      return post(url, headers, body).catch((error: unknown) => unanswered(error, timeoutMs))
    },
    async close() {
      for (const trying of running) trying.abort()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Postgres stores no NUL, and a cut can divide a character, which is then left out. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
}

function answered({ status, headers }: Incoming, text: string): Answer {
  if (status >= 200 && status < 300) return { status, error: null, hung: false, askedMs: null, refused: false, text }
  const isRedirect = status >= 300 && status < 400
  return {
    status,
    error: `The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}.`,
    hung: false,
    askedMs: status === 429 || status === 503 ? askedDelay(headers['retry-after']) : null,
    refused: false,
    text,
  }
}

function unanswered(error: unknown, timeoutMs: number): Answer {
  const hung = error instanceof Error && error.name === 'TimeoutError'
  return {
    status: null,
    error: hung ? `There was no answer within ${timeoutMs / 1000} seconds.` : wordsOf(error),
    hung,
    askedMs: null,
    refused: error instanceof RefusedTarget,
    text: null,
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RefusedTarget) return 'The address is not on the public internet.'
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (/^(ECONNRESET|EPIPE)$/.test(code)) return 'The connection was closed without an answer.'
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|ETIMEOUT|EREFUSED)$/.test(code))
    return 'The host name could not be resolved.'
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code))
    return 'The TLS connection failed.'
  if (error instanceof UnexpectedUpgrade || code.startsWith('HPE_')) return 'The answer was not valid HTTP.'
  return 'The receiver could not be reached.'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
