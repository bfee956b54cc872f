import { useState } from 'react'
import { type CombinedError, type TypedDocumentNode, useClient, useQuery } from 'urql'
import { useWhenBack } from '../api/use-when-back.ts'

interface Connection<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
}

export interface Pages<T> {
  readonly items: readonly T[]
  readonly isLoading: boolean
  readonly error: CombinedError | undefined
  readonly hasMore: boolean
  readonly loadMore: () => Promise<void>
  readonly again: () => void
}

/**
 * A list that refreshes its first page and loads older pages on demand.
 * @param document takes `after` beside `variables`
 */
export function usePages<Data, T>(
  document: TypedDocumentNode<Data, never>,
  variables: Readonly<Record<string, unknown>>,
  connectionOf: (data: Data) => Connection<T>,
): Pages<T> {
  const query = document as TypedDocumentNode<Data>
  const client = useClient()
  const [{ data, error, fetching }, ask] = useQuery({ query, variables: { ...variables, after: null } })
  const again = () => ask({ requestPolicy: 'network-only' })
  useWhenBack(() => {
    if (error) again()
  })
  const [older, setOlder] = useState<readonly Connection<T>[]>([])
  const [failure, setFailure] = useState<CombinedError | undefined>()
  const first = data ? [connectionOf(data)] : []
  const pages = [...first, ...older]
  const last = pages.at(-1)?.pageInfo

  const loadMore = async () => {
    const answer = await client.query(query, { ...variables, after: last?.endCursor ?? null }).toPromise()
    setFailure(answer.error)
    if (answer.data) setOlder([...older, connectionOf(answer.data)])
  }

  return {
    items: pages.flatMap(({ nodes }) => nodes),
    isLoading: fetching,
    error: error ?? failure,
    hasMore: last?.hasNextPage ?? false,
    loadMore,
    again,
  }
}
