import type { ApiKeyScope } from '../generated/graphql.ts'

export const SCOPES: readonly ApiKeyScope[] = [
  'VIDEOS_READ',
  'VIDEOS_WRITE',
  'FILES_WRITE',
  'CREDITS_READ',
  'KEYS_ADMIN',
]

/** What a new key may do unless it is said otherwise: all but administering. */
export const USUAL: readonly ApiKeyScope[] = SCOPES.filter((scope) => scope !== 'KEYS_ADMIN')
