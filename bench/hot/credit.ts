import { join } from 'node:path'
import { Pool } from 'pg'
import { proveAccount } from '../../src/credit/audit.ts'
import { DEFAULT_PRICES } from '../../src/credit/price.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { priceItems, sumItems } from '../../src/task/items.ts'
import { OURS, startContender } from '../create/contenders.ts'
import { NO_CAP } from '../create/fill.ts'
import { openLoad, type Setting } from '../create/runners.ts'
import type { Load } from '../support/load.ts'

/** The account has credit for this many, and three times as many are requested. */
const AFFORDED = 1000
const ASKED = 3000
const CONNECTIONS = 64
/** One process checks one account's creates one after the other: only two can race. */
const GATEWAYS = 2
const LIMIT_MS = 30_000

interface Gateway {
  readonly load: Load
  readonly port: number
}

/**
 * Each round sends a new account more creates than it has credit for.
 * @returns tasks without credit
 * @throws Error if a task is missing, an answer is neither 202 nor 402, or the ledger does not agree
 */
export async function countOverspends({ cluster, closing }: Setting, rounds: number): Promise<number> {
  const url = await cluster.database('bench_credit')
  const gateways: Gateway[] = []
  for (let i = 0; i < GATEWAYS; i++) {
    const server = await startContender(OURS.file, url, join(cluster.dir, `credit-${i}`))
    closing.push(server.close)
    gateways.push({ load: openLoad(closing), port: server.port })
  }
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  closing.push(() => pool.end())
  let overspends = 0
  for (let round = 0; round < rounds; round++) overspends += await spend(pool, gateways, round)
  console.log(
    `\nCredit for ${AFFORDED}, asked for ${ASKED} over ${GATEWAYS} gateways, ${rounds} times: ${overspends} overspends`,
  )
  return overspends
}

async function spend(pool: Pool, gateways: readonly Gateway[], round: number): Promise<number> {
  const five = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false } as const
  const { accountId, key } = await createAccount(pool, {
    name: `credit ${round}`,
    creditMicro: BigInt(AFFORDED) * sumItems(priceItems(DEFAULT_PRICES, five)),
    concurrencyLimit: NO_CAP,
    createsPerMinute: NO_CAP,
    callsPerMinute: NO_CAP,
  })
  const outcomes = await Promise.all(
    gateways.map(({ load, port }, index) =>
      load.run({
        ...OURS.door,
        ...{ port, keys: [key], name: `credit-${round}-${index}`, warmMs: 0, windowMs: LIMIT_MS },
        ...{ connections: CONNECTIONS / gateways.length, requests: ASKED / gateways.length },
        refusal: { status: 402, holds: '"insufficient_balance"' },
      }),
    ),
  )
  const sum = (key: 'good' | 'refused' | 'bad') => outcomes.reduce((total, each) => total + each[key], 0)
  const bad = outcomes.find((each) => each.bad > 0)
  if (bad) throw new Error(`${sum('bad')} of ${ASKED} answers were bad, the first:\n${bad.firstBad}`)
  if (sum('good') + sum('refused') !== ASKED)
    throw new Error(`${sum('good')} + ${sum('refused')} of ${ASKED} were answered`)
  return checkSpent(pool, accountId, sum('good'))
}

/** @returns tasks beyond the account's credit */
async function checkSpent(pool: Pool, accountId: string, answered: number): Promise<number> {
  const { rows } = await pool.query<{ tasks: number; available: string }>(
    `select (select count(*) from task where account_id = a.id)::int as tasks,
      (balance_micro - frozen_micro)::text as available from account a where id = $1`,
    [accountId],
  )
  const { tasks = 0, available } = rows[0] ?? {}
  const proof = await proveAccount(pool, accountId)
  const overspends = Math.max(0, tasks - AFFORDED)
  if (overspends > 0) return overspends
  if (tasks !== AFFORDED || answered !== AFFORDED || available !== '0' || proof?.mismatches.length !== 0) {
    throw new Error(
      `credit for ${AFFORDED}: ${answered} answered, ${tasks} made, ${available} available; ${proof?.mismatches}`,
    )
  }
  return 0
}
