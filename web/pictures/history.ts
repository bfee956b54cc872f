import type pg from 'pg'
import { newId } from '../../src/lib/id.ts'

const DAY_MS = 86_400_000
const TOP_UP_MICRO = 2_000_000_000n
/** Videos a day, the oldest day first; weekends are quiet. */
const DAYS = [9, 14, 11, 3, 0, 12, 17, 21, 15, 13, 4, 2, 16, 18, 24, 19, 22, 5, 1, 14, 26, 23, 28, 20, 6, 3, 25, 31, 27]
const PRICES = [2_520_000n, 3_020_000n, 5_020_000n, 2_520_000n, 7_540_000n]

const INSERT = `insert into ledger_entry
  (id, account_id, number, kind, amount_micro, frozen_delta_micro, balance_after_micro, subject_id, description, created_at)
  select t.id, $1, t.number, t.kind, t.amount, t.frozen, t.balance, t.subject, t.kind, to_timestamp(t.at / 1000.0)
  from unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[])
    as t (id, number, kind, amount, frozen, balance, subject, at)`

/** A month of an account's ledger, as the gateway would have written it; its videos are already deleted. */
export async function writeHistory(pool: pg.Pool, accountId: string): Promise<void> {
  const rows: (readonly [string, bigint, string, bigint, bigint, bigint, string | null, bigint])[] = []
  let balance = 0n
  const add = (kind: string, amount: bigint, frozen: bigint, subject: string | null, at: number) => {
    balance += amount
    rows.push([newId('led'), BigInt(rows.length + 1), kind, amount, frozen, balance, subject, BigInt(at)])
  }
  const today = new Date().setHours(0, 0, 0, 0)
  add('topup', TOP_UP_MICRO, 0n, null, today - (DAYS.length + 1) * DAY_MS)
  for (const [day, count] of DAYS.entries()) {
    const morning = today - (DAYS.length - day) * DAY_MS + DAY_MS / 3
    for (let each = 0; each < count; each++) {
      const price = PRICES[(day + each) % PRICES.length] ?? 0n
      const subject = newId('vid')
      add('freeze', 0n, price, subject, morning + each * 900_000)
      add('settle', -price, -price, subject, morning + each * 900_000 + 40_000)
    }
  }
  const columns = ([0, 1, 2, 3, 4, 5, 6, 7] as const).map((column) => rows.map((row) => row[column]))
  await pool.query(INSERT, [accountId, ...columns])
  await pool.query('update account set balance_micro = $2, entry_count = $3 where id = $1', [
    accountId,
    balance,
    rows.length,
  ])
}
