import { type Client, createClient } from 'graphql-ws'
import type { ObserverLike, SubscriptionForwarder } from './forwarder.ts'
import type { Link } from './link.ts'

/** The server's word that the key no longer opens the account. */
const UNAUTHORIZED = 4401

/** A silent connection is tried with a ping, so that a dead one is noticed. */
const PING_MS = 10_000
const PONG_MS = 5_000
const LONGEST_WAIT_MS = 8_000

/** The push connection: reconnects while the page is open, and reports its state. */
export function openSocket(key: string, link: Link, onRefused: () => void): Client {
  let silence: number | undefined
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
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
  // A dead network closes nothing by itself; where the gateway can be reached all the same, the next try shows it at once.
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

/** At once, then ever more patiently; a network that returns ends the wait. */
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
 * Hands urql's subscriptions to the socket. Each goes on after the last cursor it saw, for graphql-ws sends the same request
 * again after a break: `after` is read at the moment of sending.
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
