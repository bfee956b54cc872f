import { DomainError } from '../src/errors.ts'
import type { Page } from '../src/lib/page.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../src/limits.ts'

type Order = 'asc' | 'desc'

/** Arguments of every connection. */
export interface Paging {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

/** A page to read, in the terms of the rooms. */
export interface PageOf {
  readonly limit: number
  readonly after: string | null
  readonly order: Order
}

/** @throws DomainError 400 invalid_parameter: out of range is refused, not clamped (docs/rules/doors.md#lists) */
export function pageSize(size: number | null | undefined, param = 'first'): number {
  const given = size ?? PAGE_DEFAULT
  if (given >= 1 && given <= PAGE_MAX) return given
  throw new DomainError('invalid_parameter', `${param} must be 1 to ${PAGE_MAX}.`, { param })
}

interface Connection<Row> {
  readonly edges: { readonly node: Row; readonly cursor: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/**
 * A page of a keyset list as a Relay connection; an item's cursor is its id, as in REST. A page before a cursor is read in the
 * opposite order.
 * @param read may return null, which is then the field's value
 * @param toRow the item as a row of the connection's type
 * @throws DomainError 400 invalid_parameter, conflicting_parameters, invalid_cursor
 */
export async function connectionOf<T, Row extends { readonly id: string }>(
  args: Paging,
  order: Order,
  read: (page: PageOf) => Promise<Page<T>>,
  toRow: (item: T) => Row,
): Promise<Connection<Row>>
export async function connectionOf<T, Row extends { readonly id: string }>(
  args: Paging,
  order: Order,
  read: (page: PageOf) => Promise<Page<T> | null>,
  toRow: (item: T) => Row,
): Promise<Connection<Row> | null>
export async function connectionOf<T, Row extends { readonly id: string }>(
  { first, after, last, before }: Paging,
  order: Order,
  read: (page: PageOf) => Promise<Page<T> | null>,
  toRow: (item: T) => Row,
): Promise<Connection<Row> | null> {
  const backward = (last ?? before ?? null) !== null
  if (backward && (first ?? after ?? null) !== null) {
    const param = (first ?? null) === null ? 'after' : 'first'
    throw new DomainError('conflicting_parameters', 'Send first and after, or last and before.', { param })
  }
  const limit = backward ? pageSize(last, 'last') : pageSize(first)
  const cursor = (backward ? before : after) ?? null
  const direction = backward ? OPPOSITE[order] : order
  const page = await read({ limit, after: cursor, order: direction }).catch((error: unknown) => {
    throw backward ? ofBefore(error) : error
  })
  if (!page) return null
  const rows = page.items.map(toRow)
  const edges = (backward ? rows.reverse() : rows).map((node) => ({ node, cursor: node.id }))
  const [beyond, behind] = [page.hasMore, cursor !== null]
  return {
    edges,
    pageInfo: {
      hasNextPage: backward ? behind : beyond,
      hasPreviousPage: backward ? beyond : behind,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** Rooms know one cursor, `after`. */
function ofBefore(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'invalid_cursor') return error
  return new DomainError(error.code, error.message.replace(/^after/, 'before'), { param: 'before' })
}
