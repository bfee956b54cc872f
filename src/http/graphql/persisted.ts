import { createHash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { GraphQLParams } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../errors.ts'
import type { Caller } from '../../key/caller.ts'
import { GRAPHQL_PERSISTED_ACCOUNT_BYTES, GRAPHQL_PERSISTED_BYTES } from '../limits.ts'
import { NOT_PERSISTED } from './errors.ts'

const PARAM = 'extensions.persistedQuery.sha256Hash'

/** Bytes of an entry beside its text, at most. */
const ENTRY_BYTES = 256

type Texts = LRUCache<string, string>

/** Automatic persisted queries, for all transports (docs/rules/doors.md#persisted-queries, docs/decisions/doors.md#persisted-queries). */
export interface PersistedQueries {
  /**
   * Sets the query that a hash stands for, or keeps a query that is sent with its hash.
   * @throws GraphQLError PERSISTED_QUERY_NOT_FOUND, persisted_query_not_supported; DomainError 400 invalid_parameter
   */
  fill(params: GraphQLParams, caller: Pick<Caller, 'accountId'>): void
}

export function createPersistedQueries(): PersistedQueries {
  const accounts = new LRUCache<string, Texts>({
    maxSize: GRAPHQL_PERSISTED_BYTES,
    sizeCalculation: (texts) => texts.calculatedSize + ENTRY_BYTES,
  })

  const keep = (accountId: string, hash: string, text: string) => {
    const texts: Texts = accounts.get(accountId) ?? newTexts()
    texts.set(hash, text)
    // Setting the same value would not measure it again.
    accounts.delete(accountId)
    accounts.set(accountId, texts)
  }

  return {
    fill(params, { accountId }) {
      const asked = params.extensions?.['persistedQuery']
      if (asked === undefined || asked === null) return
      const { query } = params
      // Over graphql-ws a query must be a string.
      const isMissing = query === undefined || query === null || query === ''
      if (asked.version !== 1) {
        if (isMissing) throw notSupported()
        return
      }
      const hash = asked.sha256Hash
      if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw notHash()
      const known = accounts.get(accountId)?.get(hash)
      if (isMissing) {
        if (known === undefined) throw notFound()
        params.query = known
      } else if (typeof query === 'string' && query !== known) {
        // Unpaired surrogates all have the same UTF-8, so that two texts would have one hash.
        if (!query.isWellFormed() || hashOf(query) !== hash) throw notHash()
        keep(accountId, hash, query)
      }
    },
  }
}

function newTexts(): Texts {
  return new LRUCache({
    maxSize: GRAPHQL_PERSISTED_ACCOUNT_BYTES,
    sizeCalculation: (text: string) => 2 * text.length + ENTRY_BYTES,
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Clients recognise it by its message or code, and send the query with its hash. */
function notFound(): GraphQLError {
  const extensions = { code: NOT_PERSISTED, http: { spec: true, status: 400 } }
  return new GraphQLError('PersistedQueryNotFound', { extensions })
}

/** Clients recognise it by its message, and send only queries from then on. */
function notSupported(): GraphQLError {
  const extensions = { code: 'persisted_query_not_supported', http: { status: 400 } }
  return new GraphQLError('PersistedQueryNotSupported', { extensions })
}

function notHash(): DomainError {
  const message = `${PARAM} must be the SHA-256 of query in lower-case hexadecimal.`
  return new DomainError('invalid_parameter', message, { param: PARAM })
}
