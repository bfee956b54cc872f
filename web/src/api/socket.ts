import { type Client, createClient } from 'graphql-ws'
import { BASE } from '../base.ts'
import type { ObserverLike, SubscriptionForwarder } from './forwarder.ts'
import type { Link } from './link.ts'

/** Close code for a key that is no longer valid. */
const UNAUTHORIZED = 4401

/** Interval of pings, which detect dead connections. */
const PING_MS = 10_000
const PONG_MS = 5_000
const LONGEST_WAIT_MS = 8_000

/** The push connection: reconnects while the page is open, and reports its state. */
export function openSocket(key: string, link: Link, onRefused: () => void): Client {
  let silence: number | undefined
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}${BASE}/graphql`,
    connectionParams: { Authorization: `Bearer ${key}` },
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: waitToRetry,
    on: {
      connected: () => link.set('live'),
      ping: (received) => {
        if (!received) silence = window.setTimeout(() => socket.terminate(), PONG_MS)
      },
      pong: (received) => {
        if (received) clearTimeout(silence)
      },
      closed: (event) => {
        clearTimeout(silence)
        link.set('broken')
        if ((event as CloseEvent).code === UNAUTHORIZED) onRefused()
      },
    },
  })
  // A dead network does not close the socket. If the gateway can be reached after all, the next try succeeds at once.
  const over = new AbortController()
  addEventListener('offline', () => socket.terminate(), { signal: over.signal })
  return {
    ...socket,
    dispose() {
      over.abort()
      return socket.dispose()
    },
  }
}

/** Retries at once, then with growing delays; a returning network ends the wait. */
function waitToRetry(retries: number): Promise<void> {
  const patience = Math.min(250 * 2 ** retries, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2)
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, patience)
    addEventListener('online', over)
  })
}

/**
 * Passes urql's subscriptions to the socket. Each continues after the last cursor that it received: graphql-ws sends the same
 * request again after a break, and `after` is read when it is sent.
 */
export function forwardTo(socket: Client): SubscriptionForwarder {
  return ({ query = '', variables }) => {
    let after: unknown
    const request = {
      query,
      get variables() {
        return after === undefined ? variables : { ...variables, after }
      },
    }
    const start = (sink: ObserverLike): (() => void) =>
      socket.subscribe<Record<string, { cursor?: string }>>(request, {
        next(result) {
          for (const update of Object.values(result.data ?? {})) after = update?.cursor ?? after
          sink.next(result as Parameters<typeof sink.next>[0])
        },
        error: (error) => sink.error(error),
        complete: () => sink.complete(),
      })
    return { subscribe: (sink) => ({ unsubscribe: start(sink) }) }
  }
}
