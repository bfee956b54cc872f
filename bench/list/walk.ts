import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { type Listing, PAGE } from './cases.ts'
import type { Contender } from './contenders.ts'
import type { Answered } from './doors.ts'

/** The measured pages of a list, as a contender returned them. */
export interface Walked {
  readonly first: Answered
  readonly deep: Answered
  /** Of the page before the deep one: the cursor for the deep one. */
  readonly cursor: string
  /** Of the first page's answer. */
  readonly bytes: number
}

/**
 * Reads from the first page to the deep one, cursor by cursor.
 * @throws Error at the first page that differs from the database
 */
export async function walk(
  { name, door, server }: Contender,
  key: string,
  listing: Listing,
  truth: readonly string[],
): Promise<Walked> {
  const pages = truth.length / PAGE
  let first: Answered | null = null
  let bytes = 0
  let cursor: string | null = null
  for (let page = 1; ; page++) {
    const { method, path, body } = door.ask(listing.filters, cursor)
    const headers = { authorization: `Bearer ${key}`, ...(body === '' ? {} : { 'content-type': 'application/json' }) }
    const request = { method, headers, ...(body === '' ? {} : { body }) }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, request)
    const text = await answer.text()
    if (answer.status !== 200)
      throw new Error(`${name} answered page ${page} with ${answer.status}: ${text.slice(0, 1000)}`)
    const answered = door.read(text)
    if (!isDeepStrictEqual(answered.ids, truth.slice((page - 1) * PAGE, page * PAGE))) {
      throw new Error(`${name} returned other tasks on page ${page} of the ${listing.name} list`)
    }
    if (first === null) bytes = text.length
    first ??= answered
    if (page === pages && cursor !== null) return { first, deep: answered, cursor, bytes }
    cursor = answered.cursor
    if (cursor === null) throw new Error(`${name} has no cursor after page ${page}`)
  }
}

/** The ids of this many pages. @throws Error if there are fewer */
export async function truthOf(pool: Pool, accountId: string, listing: Listing, pages: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`${listing.truth} limit $2`, [accountId, pages * PAGE])
  if (rows.length !== pages * PAGE) throw new Error(`the ${listing.name} list has only ${rows.length} tasks`)
  return rows.map(({ id }) => id)
}

/** @throws Error unless both return the same fields of the same tasks */
export function assertSame(name: string, mine: Walked, other: string, others: Walked): void {
  for (const page of ['first', 'deep'] as const) {
    for (const [place, task] of mine[page].tasks.entries()) {
      if (isDeepStrictEqual(task, others[page].tasks[place])) continue
      const summary = JSON.stringify([task, others[page].tasks[place]], null, 1)
      throw new Error(`${name} and ${other} return a task differently: ${summary}`)
    }
  }
}
