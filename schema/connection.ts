import { DomainError } from '../src/errors.ts'
import type { Page } from '../src/lib/page.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../src/limits.ts'

/** @throws DomainError 400 invalid_parameter: out of range is refused, not clamped (docs/rules/doors.md#lists) */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? PAGE_DEFAULT
  if (size >= 1 && size <= PAGE_MAX) return size
  throw new DomainError('invalid_parameter', `first must be 1 to ${PAGE_MAX}.`, { param: 'first' })
}

/** A page of a keyset list as a Relay connection; an item's cursor is its id, as in REST. */
export function toConnection<T extends { readonly id: string }>(page: Page<T>, after: string | null) {
  const edges = page.items.map((node) => ({ node, cursor: node.id }))
  return {
    edges,
    pageInfo: {
      hasNextPage: page.hasMore,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
