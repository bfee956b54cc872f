import type { Pool } from 'pg'
import { query, type Statement } from './sql.ts'

/**
 * Pages of a search. Each page continues after the last row of the one before.
 *
 * Order a search of a large table by the index that finds its rows. A search for due outputs in the order of ids read the whole
 * table once Postgres had planned it without its values: 10 s in every half minute with ten million tasks.
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
