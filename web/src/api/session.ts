import { createContext, use } from 'react'
import type { ApiKeyScope, SignInQuery } from '../generated/graphql.ts'
import type { Api } from './api.ts'

export type Account = SignInQuery['account']

/** Why the gateway ended a session. */
export type Ended = 'revoked' | 'left'

export interface Session {
  readonly api: Api
  readonly account: Account
  readonly signOut: () => void
}

export const SessionContext = createContext<Session | null>(null)

/** The open session; only components inside one may use it. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('there is no session here')
  return session
}

/** Whether the key has a scope. Actions without their scope are not offered. */
export function useMay(scope: ApiKeyScope): boolean {
  return useSession().account.keyScopes.includes(scope)
}
