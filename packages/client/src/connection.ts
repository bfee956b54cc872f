import { errorOf, VidgateError } from './errors.ts'

export interface ClientOptions {
  /** Address of the gateway, or of a server that forwards its routes. It may have a path: `https://example.com/vidgate`. */
  readonly url: string
  /** API key. It must never be in a page. */
  readonly key?: string | undefined
  /**
   * For pages: gets a read token from your server. It is called when one is needed, and again when the gateway no longer accepts
   * that one. One token is used for all calls about the same video; for lists the id is null.
   */
  readonly token?: ((videoId: string | null) => string | Promise<string>) | undefined
  /** How often a call is repeated after a failure that may pass. Default: 5. */
  readonly retries?: number | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Of your own, to repeat a write in another run of your program; by default a new one, the same for all repeats of a call. Empty: none. */
  readonly idempotencyKey?: string | undefined
}

export interface Call extends CallOptions {
  readonly method?: string
  readonly path: string
  readonly query?: object | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The video that the call is about, for the read token. */
  readonly videoId?: string
  /** Sends the request another way. */
  readonly send?: Send
}

/** As `fetch`, of which `signal` ends the request. */
export type Send = (
  url: string,
  init: Omit<RequestInit, 'headers' | 'signal'> & { headers: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>

export interface Connection {
  readonly retries: number
  readonly send: Send
  /** Sends a call once, or twice if a read token has expired. @throws VidgateError if it is refused or not answered */
  open(call: Call): Promise<Response>
  /** Sends a call and reads its JSON, repeatedly if a failure may pass. @throws VidgateError if it is refused or not answered */
  json<T>(call: Call): Promise<T>
  /** The same for an answer that the caller reads. */
  answer(call: Call): Promise<Response>
}

/** Longer than the gateway needs for any answer. Uploads and downloads have no limit. */
const ANSWER_MS = 90_000
/** If the gateway names a longer wait, the caller decides. */
const WAIT_MAX_S = 60

export function connect(options: ClientOptions): Connection {
  const { url, token, retries = 5 } = options
  const base = url.replace(/\/+$/, '')
  const fetching: Send = (target, init) => (options.fetch ?? fetch)(target, init)
  const secrets = createSecrets(options)

  const open = async (call: Call, mayRenew = token !== undefined): Promise<Response> => {
    const { path, method = 'GET', query, body, send = fetching, signal, idempotencyKey, videoId = null } = call
    signal?.throwIfAborted()
    const secret = secrets.of(videoId)
    const authorization = await secret
    const headers: Record<string, string> = { 'api-version': '2026-11-01', ...call.headers }
    if (authorization) headers['authorization'] = `Bearer ${authorization}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    const response = await send(base + path + search(query), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((cause) => {
      throw failure(cause, signal)
    })
    if (response.ok) return response
    const error = await errorOf(response)
    if (error.status !== 401 || !mayRenew) throw error
    secrets.drop(videoId, secret)
    return open(call, false)
  }

  const repeat = async <T>(call: Call, read: (call: Call) => Promise<T>): Promise<T> => {
    const { signal, method = 'GET', idempotencyKey = method === 'GET' ? undefined : randomName() } = call
    for (let failures = 0; ; failures++) {
      try {
        return await read({ ...call, idempotencyKey })
      } catch (error) {
        signal?.throwIfAborted()
        const isOver = failures >= retries || !(error instanceof VidgateError) || !error.isRepeatable
        if (isOver || (error.retryAfter ?? 0) > WAIT_MAX_S) throw error
        await pause(failures, error.retryAfter, signal)
      }
    }
  }

  return {
    retries,
    send: fetching,
    open: (call) => open(call),
    answer: (call) => repeat(call, open),
    json: (call) =>
      repeat(call, async (each) => {
        const timeout = each.send ? [] : [AbortSignal.timeout(ANSWER_MS)]
        try {
          const signal = AbortSignal.any([...(each.signal ? [each.signal] : []), ...timeout])
          return await (await open({ ...each, signal })).json()
        } catch (cause) {
          throw failure(cause, each.signal)
        }
      }),
  }
}

/** The key, or a read token for each video, which is asked for once. */
function createSecrets({ key, token }: ClientOptions) {
  const tokens = new Map<string | null, Promise<string>>()

  const ask = async (videoId: string | null): Promise<string> => {
    try {
      return (await token?.(videoId)) ?? ''
    } catch (cause) {
      throw new VidgateError({ code: 'token_failed', message: 'The function `token` of the client failed.', cause })
    }
  }
  /** Unless another call has replaced it. */
  const drop = (videoId: string | null, secret: Promise<string | undefined>) => {
    if (tokens.get(videoId) === secret) tokens.delete(videoId)
  }
  const of = (videoId: string | null): Promise<string | undefined> => {
    if (!token) return Promise.resolve(key)
    const known = tokens.get(videoId)
    if (known) return known
    const secret = ask(videoId)
    tokens.set(videoId, secret)
    secret.catch(() => drop(videoId, secret))
    return secret
  }
  return { of, drop }
}

/** What the caller's signal says, or else that the connection failed. */
export function failure(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (cause instanceof VidgateError) return cause
  return cause instanceof SyntaxError
    ? new VidgateError({ code: 'unexpected_answer', message: 'The answer is not JSON.', cause, isRepeatable: false })
    : new VidgateError({ code: 'connection_failed', message: 'The gateway did not answer.', cause })
}

/** Waits as long as the gateway says, or longer after each failure: 0.25 to 8 seconds, less up to half by chance. */
export function pause(failures: number, retryAfter: number | null, signal: AbortSignal | undefined): Promise<void> {
  const ms = retryAfter === null ? Math.min(8000, 250 * 2 ** failures) * (1 - Math.random() / 2) : retryAfter * 1000
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Pages without https have no `crypto.randomUUID`. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
