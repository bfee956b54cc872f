import type { Pool } from 'pg'
import type { TestGateway } from '../../support/gateway.ts'

/** Records of RFC 4180: fields in quotes may have commas, quotes and line breaks. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let record: string[] = []
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const match = field.exec(text)
    if (!match) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`)
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    records.push(record)
    record = []
  }
  return records
}

/** Records as objects by the names of the header. */
export function recordsOf(text: string): Record<string, string>[] {
  const [head = [], ...records] = parseCsv(text)
  return records.map((record) => {
    if (record.length !== head.length) throw new Error(`${record.length} fields of ${head.length}: ${record}`)
    return Object.fromEntries(head.map((name, index) => [name, record[index] ?? '']))
  })
}

/** An export as text; `headers` replace those of the gateway's key. */
export async function exportOf(
  { url, key }: Pick<TestGateway, 'url' | 'key'>,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await fetch(`${url}/v1/credits/export.csv${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
  return { response, text: await response.text() }
}

/**
 * Appends entries to a new account's ledger by SQL, as many and as old as no test could wait for.
 * @param times SQL of the entry's time, from its number `i`
 * @param note SQL of its note
 * @param taskId a task that all of them name, as freezes do
 */
export async function insertTopups(
  pool: Pool,
  accountId: string,
  count: number,
  times: string,
  note = `'Payment ' || i`,
  taskId: string | null = null,
): Promise<void> {
  await pool.query(
    `with a as (select entry_count as n, balance_micro as balance from account where id = $1)
     insert into ledger_entry (id, account_id, number, kind, amount_micro, frozen_delta_micro, balance_after_micro, task_id, description, created_at)
     select 'led_' || $1 || '_' || (a.n + i), $1, a.n + i, case when $3::text is null then 'topup' else 'freeze' end,
       1000001, 0, a.balance + 1000001::bigint * i, $3, ${note}, ${times}
     from a, generate_series(1, $2::bigint) i`,
    [accountId, count, taskId],
  )
  await pool.query(
    'update account set entry_count = entry_count + $2, balance_micro = balance_micro + 1000001::bigint * $2 where id = $1',
    [accountId, count],
  )
}
