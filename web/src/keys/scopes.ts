import type { ApiKeyScope } from '../generated/graphql.ts'

/** What a new key may do unless it is said otherwise: all that its creator may but administering. */
export const usualOf = (scopes: readonly ApiKeyScope[]): readonly ApiKeyScope[] =>
  scopes.filter((scope) => scope !== 'KEYS_ADMIN')
