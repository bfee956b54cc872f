import type { ApiKeyScope } from '../generated/graphql.ts'

/** Default scopes of a new key: those of its creator except keys:admin. */
export const usualOf = (scopes: readonly ApiKeyScope[]): readonly ApiKeyScope[] =>
  scopes.filter((scope) => scope !== 'KEYS_ADMIN')
