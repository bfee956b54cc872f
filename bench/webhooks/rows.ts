import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Closing } from '../../test/support/closing.ts'

const POLL_MS = 10
const LIMIT_MS = 120_000

/** Deliveries as a gateway finds them, of an ended task. */
export interface Rows {
  /** Makes this many due at once, each independent, and waits until all are delivered. @returns milliseconds */
  deliver(count: number): Promise<number>
  /**
   * Makes one due at each interval, and waits until all are delivered.
   * @returns milliseconds from due to delivered, of each
   */
  trickle(count: number, everyMs: number): Promise<number[]>
  /** Keeps this many due at the address that never answers, or none. */
  fillHole(count: number): Promise<void>
}

/** @param taskId an ended task, the subject of all */
export function openRows(
  databaseUrl: string,
  taskId: string,
  urls: { good: string; hole: string },
  closing: Closing,
): Rows {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})
  closing.push(() => pool.end())
  let made = 0

  const insert = async (url: string, count: number) => {
    const values = [taskId, url, new URL(url).host, count, made]
    made += count
    await pool.query(
      `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status, next_try_at, created_at)
       select 'whd_' || lpad((n + $5)::text, 26, '0'), t.account_id, t.id, -(n + $5), $2, $3, 'pending', now(), now()
       from task t, generate_series(1, $4::int) n where t.id = $1`,
      values,
    )
    await pool.query('notify vidgate_webhooks')
  }
  const allDelivered = async () => {
    for (const start = performance.now(); performance.now() - start < LIMIT_MS; await pause(POLL_MS)) {
      const { rows } = await pool.query(
        `select exists (select from webhook_delivery where host = $1 and status = 'pending') as left`,
        [new URL(urls.good).host],
      )
      if (!rows[0].left) return
    }
    throw new Error('not everything was delivered in time')
  }
  const clear = async () => {
    const { rows } = await pool.query(
      `with gone as (delete from webhook_delivery where host = $1 returning *)
       select status, tries, extract(epoch from delivered_at - created_at)::float * 1000 as ms from gone`,
      [new URL(urls.good).host],
    )
    const bad = rows.find(({ status, tries }) => status !== 'delivered' || tries !== 1)
    if (bad) throw new Error(`a delivery is ${bad.status} after ${bad.tries} tries`)
    await pool.query('vacuum analyze webhook_delivery')
    return rows.map(({ ms }) => Number(ms))
  }

  return {
    async deliver(count) {
      const start = performance.now()
      await insert(urls.good, count)
      await allDelivered()
      const ms = performance.now() - start
      const delivered = await clear()
      if (delivered.length !== count) throw new Error(`${delivered.length} of ${count} were delivered`)
      return ms
    },
    async trickle(count, everyMs) {
      for (let i = 0; i < count; i++) {
        await insert(urls.good, 1)
        await pause(everyMs)
      }
      await allDelivered()
      return clear()
    },
    async fillHole(count) {
      await pool.query('delete from webhook_delivery where host = $1', [new URL(urls.hole).host])
      if (count > 0) await insert(urls.hole, count)
    },
  }
}
