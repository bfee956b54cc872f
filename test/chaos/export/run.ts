import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Pool } from 'pg'
import { createLog } from '../../../src/lib/log.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { openPool } from '../../../src/resources.ts'
import { insertTopups } from '../../rest/credits/export.ts'
import type { ChaosOptions } from '../figures.ts'
import { runChaos, type ToFigure } from '../run.ts'
import { startGateway } from '../support/gateway.ts'

const MB = 1024 * 1024
const FULL = 1_000_000
const QUICK = 100_000
const GROWTH_MAX_MB = 64
/** How long a reader stalls, in which the export must neither grow nor use the database. */
const STALL_MS = 10_000

/** Exports a long ledger, plainly, compressed, and to a reader that stalls, each by a new process; the entries add up to the balance. */
export function chaosExport({ quick }: ChaosOptions): Promise<boolean> {
  const entries = quick ? QUICK : FULL
  return runChaos('export', async (ground, closing, figure) => {
    const pool = openPool(ground.databaseUrl, 2, createLog('error', 'chaos'))
    closing.push(() => pool.end())
    const { accountId, key } = await createAccount(pool, { name: 'export', creditMicro: 10_000_000n })
    const gateway = await startGateway(ground, closing)
    const url = `http://127.0.0.1:${gateway.port}`
    const task = await createTask(url, key)
    for (let done = 0; done < entries; done += QUICK) {
      await insertTopups(pool, accountId, QUICK, 'now()', `'Video, 5 s'`, task)
    }
    await vacuum(pool)
    const { rows } = await pool.query('select balance_micro, entry_count from account where id = $1', [accountId])
    const expected = { entries: Number(rows[0].entry_count), balanceMicro: rows[0].balance_micro }
    const figures = []
    for (const how of ['plain', 'gzip', 'stalled'] as const) {
      // A process keeps memory that it once used, so each export gets a new one.
      await gateway.restart('SIGTERM')
      const target = { url: `${url}/v1/credits/export.csv`, key, pid: gateway.pid }
      await exportOnce(target, '?month=2000-01')
      figures.push(...(await measure(how, target, expected, figure)))
    }
    return [...figures, figure('complaints', gateway.complaints.length, { aim: 0 })]
  })
}

/** It may wait for an autovacuum of the table, longer than the pool's statements wait for a lock. */
async function vacuum(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('vacuum analyze ledger_entry')
  } finally {
    client.release(true)
  }
}

async function createTask(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: '{"prompt":"x"}' })
  return ((await answer.json()) as { id: string }).id
}

interface Target {
  readonly url: string
  readonly key: string
  readonly pid: number
}

async function measure(
  how: 'plain' | 'gzip' | 'stalled',
  target: Target,
  expected: { readonly entries: number; readonly balanceMicro: bigint },
  figure: ToFigure,
) {
  const before = await memoryOf(target.pid, 'VmRSS')
  await writeFile(`/proc/${target.pid}/clear_refs`, '5')
  const begin = performance.now()
  const read = await exportOnce(target, '', how === 'gzip' ? 'gzip' : 'identity', how === 'stalled')
  const seconds = (performance.now() - begin) / 1000
  const grown = (await memoryOf(target.pid, 'VmHWM')) - before
  return [
    figure(`${how}_entries`, read.entries, { aim: expected.entries }),
    figure(`${how}_sum_minus_balance`, Number(read.sumMicro - expected.balanceMicro), { aim: 0 }),
    figure(`${how}_last_balance_minus_balance`, Number(read.lastMicro - expected.balanceMicro), { aim: 0 }),
    figure(`${how}_memory_mb`, Math.round(grown / MB), { aim: GROWTH_MAX_MB, atMost: true }),
    figure(`${how}_sent_mb`, Math.round(read.bytes / MB)),
    figure(`${how}_seconds`, Math.round(seconds)),
  ]
}

async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}

/** Reads an export as it arrives. Notes have no commas here, so a record splits at them. */
async function exportOnce({ url, key }: Target, query: string, coding = 'identity', stalls = false) {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': coding }
  const [response] = (await once(get(url + query, { headers, agent: false }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
  if (stalls) await pause(STALL_MS)
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const body = coding === 'gzip' ? response.pipe(createGunzip()) : response
  let [entries, sumMicro, lastMicro, rest, isHeader] = [0, 0n, 0n, '', true]
  for await (const chunk of body) {
    const lines = (rest + String(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isHeader) {
        isHeader = false
        continue
      }
      const cells = line.split(',')
      entries += 1
      sumMicro += BigInt(cells[5] ?? '')
      lastMicro = BigInt(cells[9] ?? '')
    }
  }
  if (rest !== '') throw new Error('the last record is cut')
  return { entries, sumMicro, lastMicro, bytes }
}
