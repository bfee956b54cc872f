import type { Pool } from 'pg'
import { query, type Statement } from './sql.ts'

/**
 * Pages of a search, each of which continues after the last row of the one before.
 *
 * The order of such a search is that of the index that finds its rows. Ordered by id, it was planned to walk the whole table in the
 * order of ids as soon as Postgres no longer looked at the values: 10 s of every half minute with ten million tasks.
 * @param size the limit in the statement
 * @param valuesAfter values of the page after a row; null: of the first page
 */
export async function* pagesOf<Row extends object>(
  pool: Pool,
  statement: Statement,
  size: number,
  valuesAfter: (last: Row | null) => readonly unknown[],
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null | undefined = null; last !== undefined; ) {
    const { rows }: { rows: Row[] } = await query(pool, statement, valuesAfter(last))
    yield rows
    last = rows.length === size ? rows.at(-1) : undefined
  }
}
