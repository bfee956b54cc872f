import { DomainError } from '../errors.ts'

export const SCOPES = ['videos:read', 'videos:write', 'files:write', 'credits:read', 'keys:admin'] as const
export type Scope = (typeof SCOPES)[number]

/** Contract 1, key: a new key may do all but administer keys. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'keys:admin')

/** An authenticated key with its account. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  readonly scopes: readonly Scope[]
  readonly apiVersion: string
  /** The account's limits for each of its keys (contract 3, rates). */
  readonly createsPerMinute: number
  readonly callsPerMinute: number
}

/** @throws DomainError insufficient_scope */
export function assertScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new DomainError('insufficient_scope', `This key lacks the scope ${scope}.`)
}
