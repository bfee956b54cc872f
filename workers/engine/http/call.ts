import { type Incoming, request } from '../../../src/lib/outgoing.ts'
import { EngineFailure } from '../failure.ts'
import type { Form } from './form.ts'

export interface Server {
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string | null
  /** The failure in a 4xx response, if the server has its own form of errors. */
  readonly failureOf?: (body: Json) => EngineFailure | null
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly json?: Json
  readonly form?: Form
  /** Maximum size of a JSON response. */
  readonly maxBytes?: number
  readonly signal: AbortSignal
}

export type Json = Readonly<Record<string, unknown>>

/** Maximum bytes that are read of a response, unless the call has its own. */
const MOST_JSON = 1024 * 1024
const MOST_WORDS = 500

/**
 * Why a call failed: no response or a temporary error (`away`), the server is busy (`busy`), nothing has that id (`gone`), the
 * server refused the request (`refused`), or the response is not one of such a server (`garbled`).
 */
export class ServerFault extends EngineFailure {
  readonly kind: 'away' | 'busy' | 'gone' | 'refused' | 'garbled'
  /** The server's own error code and message. */
  readonly code: string
  readonly words: string
  /** Of the answer; null if there was none. */
  readonly status: number | null

  constructor(
    kind: ServerFault['kind'],
    message: string,
    options: {
      readonly code?: string
      readonly words?: string
      readonly status?: number
      readonly cause?: unknown
      readonly retry?: boolean
    } = {},
  ) {
    super(message, { retry: options.retry ?? kind !== 'refused', cause: options.cause })
    this.kind = kind
    this.code = options.code ?? ''
    this.words = options.words ?? ''
    this.status = options.status ?? null
  }
}

/**
 * Calls a model server once and returns a successful response, whose body is not read yet. Redirects are not followed: they
 * would send the key and the material to an address that nobody configured.
 * @throws ServerFault; the signal's reason if the caller aborted
 */
export async function send(server: Server, { method = 'GET', path, json, form, signal }: Call): Promise<Incoming> {
  const contentType = json ? 'application/json' : form?.contentType
  const what = `${method} ${path}`
  const headers = {
    Accept: 'application/json, video/mp4',
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    ...(server.apiKey === null ? {} : { Authorization: `Bearer ${server.apiKey}` }),
  }
  const body = json ? JSON.stringify(json) : form?.stream()
  const answer = await request(`${server.url}${path}`, { method, headers, body, signal }).catch((error: unknown) => {
    throw away(what, error)
  })
  if (answer.status >= 200 && answer.status < 300 && answer.status !== 204) return answer
  throw await faultOf(server, what, answer)
}

/** Calls a model server once and reads the response as a JSON object. */
export async function askJson(server: Server, call: Call): Promise<Json> {
  const answer = await send(server, call)
  const what = `${call.method ?? 'GET'} ${call.path}`
  const text = await readText(answer, what, call.maxBytes)
  const parsed = parse(text)
  if (parsed) return parsed
  throw new ServerFault('garbled', `${what}: the answer is not a JSON object: ${text.slice(0, MOST_WORDS)}`)
}

async function readText({ body }: Incoming, what: string, most = MOST_JSON): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > most) break
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw away(what, error)
  }
  if (size > most) throw new ServerFault('garbled', `${what}: the answer is longer than ${most} bytes`)
  return text + decoder.decode()
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null
  } catch {
    return null
  }
}

export function away(what: string, error: unknown): ServerFault {
  // For a host with several addresses the error has an empty message and contains one error for each address.
  const why = error instanceof Error ? error.message || String(Object(error).code) : String(error)
  return new ServerFault('away', `${what}: ${why}`, { cause: error })
}

async function faultOf(server: Server, what: string, answer: Incoming): Promise<EngineFailure> {
  const { status } = answer
  const text = await readText(answer, what).catch(() => '')
  const body = parse(text)
  const own = body && status >= 400 && status < 500 ? server.failureOf?.(body) : null
  if (own) return own
  const { code, words } = errorIn(body) ?? { code: '', words: text }
  const said = { code, words, status }
  const message = `${what} was answered ${status}: ${(words || 'no message').slice(0, MOST_WORDS)}`
  if (status < 300) return new ServerFault('garbled', message)
  if (status < 400) return new ServerFault('refused', `${what} was answered ${status}: redirects are not followed`)
  if (status === 404 || status === 410) return new ServerFault('gone', message, said)
  if (status === 429 || status === 503) return new ServerFault('busy', message, said)
  if (status >= 500 || status === 408) return new ServerFault('away', message, said)
  return new ServerFault('refused', message, said)
}

/** `{error: {code, type, message}}` as in OpenAI's API, or FastAPI's `{detail}`. */
export function errorIn(body: Json | null): { readonly code: string; readonly words: string } | null {
  if (!body) return null
  const { error, detail } = body
  if (error !== null && typeof error === 'object') {
    const { code, type, message } = error as Json
    return { code: [code, type].filter(isWord).join(' '), words: textOf(message) }
  }
  if (error !== undefined && error !== null) return { code: '', words: textOf(error) }
  return detail === undefined ? null : { code: '', words: detailOf(detail) }
}

/** FastAPI lists the errors of a form and repeats the input; the input is left out. */
function detailOf(detail: unknown): string {
  if (!Array.isArray(detail)) return textOf(detail)
  return detail.map((each: { loc?: unknown; msg?: unknown } | null) => textOf([each?.loc, each?.msg])).join('; ')
}

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
