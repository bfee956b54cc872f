import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { auditAccount } from '../../../src/credit/audit.ts'
import { createLog } from '../../../src/lib/log.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { openPool } from '../../../src/resources.ts'
import { type Cluster, startCluster } from '../../support/cluster.ts'
import { prepareTemplate } from '../../support/template.ts'
import { type ChaosOptions, concludeChaos } from '../figures.ts'
import { disagreements } from './agree.ts'
import type { Answer, Part, Start } from './process.ts'
import { brokenRules, RULE_COUNT } from './rules.ts'
import { mergeTally, newTally, type Tally } from './tally.ts'

const PROCESSES = 2
const AT_ONCE = 64
const ACCOUNTS = 48
const CAP = 25
const CREDIT = 100_000_000n

const FULL = { operations: 1_000_000, parts: 20 }
const QUICK = { operations: 20_000, parts: 4 }

/** Other problems than the database's: sentences, none if all is well. */
interface Found {
  readonly tally: Tally
  readonly violations: string[]
  checks: number
}

/**
 * Two processes, each with its own lanes and connections, run random operations on the same accounts. Meanwhile the
 * rules are checked in one snapshot. Between the parts, while the processes rest, their records are compared with the
 * database too.
 */
export async function chaosMoney({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  const begin = performance.now()
  const cluster = await startCluster(prepareTemplate)
  const databaseUrl = await cluster.database('chaos_money')
  const pool = openPool(databaseUrl, 4, createLog('error', 'chaos'))
  const children: ChildProcess[] = []
  const found: Found = { tally: newTally(), violations: [], checks: 0 }
  try {
    const accountIds = await openAccounts(pool, found.tally)
    for (let i = 0; i < PROCESSES; i++) children.push(await startPlayer(i, cluster, databaseUrl, accountIds))
    const playing = performance.now()
    for (let part = 0; part < plan.parts; part++) {
      await playPart(children, plan.operations / plan.parts, seed, part, pool, found)
      const rate = found.tally.operations / ((performance.now() - playing) / 1000)
      console.log(
        `${found.tally.operations} operations, ${rate.toFixed(0)}/s, ${found.violations.length} violations so far`,
      )
      if (found.violations.length > 0) break
    }
    await checkAtRest(pool, accountIds, found)
    print(found, cluster.version, (performance.now() - begin) / 60_000)
    return concludeChaos([
      { chaos: 'money', metric: 'operations', value: found.tally.operations, aim: plan.operations },
      { chaos: 'money', metric: 'violations', value: found.violations.length, aim: 0 },
      { chaos: 'money', metric: 'checks', value: found.checks },
    ])
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await pool.end()
    await cluster.close()
  }
}

async function openAccounts(pool: ReturnType<typeof openPool>, tally: Tally): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const account = { name: `chaos ${i}`, creditMicro: CREDIT, concurrencyLimit: CAP }
    const { accountId } = await createAccount(pool, account)
    ids.push(accountId)
    tally.paid.set(accountId, CREDIT)
  }
  return ids
}

async function startPlayer(
  index: number,
  cluster: Cluster,
  databaseUrl: string,
  accountIds: readonly string[],
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const start: Start = {
    name: `player ${index}`,
    databaseUrl,
    dataDir: cluster.dir,
    accountIds,
    atOnce: AT_ONCE / PROCESSES,
  }
  await ask(child, start)
  return child
}

async function ask(child: ChildProcess, message: Start | Part): Promise<Answer> {
  const gone = new AbortController()
  const end = () => gone.abort(new Error('a playing process ended'))
  child.once('exit', end)
  child.send(message)
  const [answer] = await once(child, 'message', { signal: gone.signal })
  child.off('exit', end)
  return answer as Answer
}

async function playPart(
  children: readonly ChildProcess[],
  operations: number,
  seed: number,
  part: number,
  pool: ReturnType<typeof openPool>,
  found: Found,
): Promise<void> {
  const parts = children.map((child, index) => {
    const own = { seed: seed * 1_000_003 + part * PROCESSES + index, operations: operations / PROCESSES }
    return ask(child, { period: `part ${part}`, ...own })
  })
  await checkRules(pool, found, 'while playing')
  for (const answer of await Promise.all(parts)) if ('tally' in answer) mergeTally(found.tally, answer.tally)
  found.violations.push(...found.tally.complaints.splice(0), ...(await disagreements(pool, found.tally)))
}

async function checkRules(pool: ReturnType<typeof openPool>, found: Found, when: string): Promise<void> {
  const broken = await brokenRules(pool)
  found.checks += RULE_COUNT
  found.violations.push(...broken.map(({ rule, count }) => `${when}, ${count} times: ${rule}`))
}

/** At the end also with the product's own audit, account by account. */
async function checkAtRest(
  pool: ReturnType<typeof openPool>,
  accountIds: readonly string[],
  found: Found,
): Promise<void> {
  await checkRules(pool, found, 'at the end')
  for (const id of accountIds) {
    const proof = await auditAccount(pool, id)
    found.violations.push(...(proof?.mismatches ?? ['gone']).map((each) => `${id}: ${each}`))
  }
}

function print({ tally, violations }: Found, postgres: string, minutes: number): void {
  for (const [outcome, count] of Object.entries(tally.outcomes).sort()) {
    console.log(`${String(count).padStart(9)}  ${outcome}`)
  }
  for (const violation of violations) console.log(violation)
  console.log(`Node ${process.version}, Postgres ${postgres}, durable; ${minutes.toFixed(1)} minutes`)
}
