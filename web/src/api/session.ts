import { createContext, use } from 'react'
import type { ApiKeyScope, SignInQuery } from '../generated/graphql.ts'
import type { Api } from './api.ts'

export type Account = SignInQuery['account']

/** Why a session was ended by the other side. */
export type Ended = 'revoked' | 'left'

export interface Session {
  readonly api: Api
  readonly account: Account
  readonly signOut: () => void
}

export const SessionContext = createContext<Session | null>(null)

/** The open session; only what stands inside one may ask. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('there is no session here')
  return session
}

/** Whether the key may do what a scope opens: what it may not is not offered. */
export function useMay(scope: ApiKeyScope): boolean {
  return useSession().account.keyScopes.includes(scope)
}
