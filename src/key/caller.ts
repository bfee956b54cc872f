import { DomainError } from '../errors.ts'

export const SCOPES = ['videos:read', 'videos:write', 'files:write', 'credits:read', 'keys:admin'] as const
export type Scope = (typeof SCOPES)[number]

/** By default a new key may do everything except manage keys (docs/rules/keys.md#scopes). */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'keys:admin')

/** An authenticated key, or a read token that stands for one, with its account. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  readonly scopes: readonly Scope[]
  /** The form of the interface that this call uses. */
  readonly apiVersion: string
  /**
   * The account's limits for each of its keys, and how many times as much all of them may
   * (docs/rules/limits.md#account-rates).
   */
  readonly createsPerMinute: number
  readonly callsPerMinute: number
  readonly rateFactor: number
  /** Names the read token that stands for the key; null: it is the key itself. */
  readonly readToken: string | null
  /** The tasks that a read token opens; no others exist for it. null: all of the account. */
  readonly taskIds: readonly string[] | null
}

/**
 * What an operation needs: a scope; one of several, where each opens a part of it; `task:read`, which is `videos:read` where what
 * is read is narrowed to the caller's tasks, so that a read token will do; null where any key will. What does not say `task:read`
 * is closed to read tokens.
 */
export type Need = Scope | readonly Scope[] | 'task:read' | null

/** @throws DomainError insufficient_scope */
export function assertScope(caller: Caller, need: Need): void {
  if (caller.taskIds !== null) {
    if (need === 'task:read') return
    throw new DomainError('insufficient_scope', 'A read token can only read and watch its videos. Use an API key.')
  }
  if (need === null) return
  const scopes = need === 'task:read' ? ['videos:read' as const] : [need].flat()
  if (scopes.some((scope) => caller.scopes.includes(scope))) return
  throw new DomainError('insufficient_scope', `This key lacks the scope ${scopes.join(' or ')}.`)
}
