import { type Client, cacheExchange, createClient, fetchExchange, mapExchange, subscriptionExchange } from 'urql'
import { BASE } from '../base.ts'
import { createLink, type Link } from './link.ts'
import { forwardTo, openSocket } from './socket.ts'

/** All requests of the console to the gateway, with one key. */
export interface Api {
  readonly key: string
  readonly client: Client
  readonly link: Link
  readonly close: () => void
}

/** @param onRefused called when the push connection or an answer refuses the key */
export function openApi(key: string, onRefused: () => void): Api {
  const link = createLink()
  const socket = openSocket(key, link, onRefused)
  const client = createClient({
    url: `${BASE}/graphql`,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: { Authorization: `Bearer ${key}` }, credentials: 'omit' }),
    exchanges: [
      mapExchange({
        onError(error) {
          if (error.response?.status === 401) onRefused()
        },
      }),
      cacheExchange,
      fetchExchange,
      subscriptionExchange({ forwardSubscription: forwardTo(socket) }),
    ],
  })
  return { key, client, link, close: () => void socket.dispose() }
}
