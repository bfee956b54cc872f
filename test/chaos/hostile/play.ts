import { setTimeout as pause } from 'node:timers/promises'
import { SCOPES } from '../../../src/key/caller.ts'
import { createLog } from '../../../src/lib/log.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { openPool } from '../../../src/resources.ts'
import { type Closing, runPart } from '../../support/closing.ts'
import { type GatewayNeeds, startGateway } from '../support/gateway.ts'
import { prepareAttack, type Tally } from './attacking.ts'
import { openHealthy, type Window } from './healthy.ts'
import { memoryOf } from './processes.ts'

export interface Plan {
  readonly rounds: number
  readonly warmSeconds: number
  readonly beforeSeconds: number
  readonly attackSeconds: number
}

export interface Round {
  readonly before: Window
  readonly during: Window
  /** Peak memory of the gateway and its children during the attack, minus the peak before it, in MB. */
  readonly growth: number
  readonly tally: Tally
}

/** Results of one attack. */
export interface Outcome {
  readonly rounds: readonly Round[]
  readonly complaints: readonly string[]
}

const LOOK_MS = 300
const PLENTY = 1_000_000_000
const CREDIT_MICRO = 100_000_000_000_000n

/** Attacks a gateway that has just started, beside a healthy caller. */
export function playAttack(name: string, needs: GatewayNeeds, plan: Plan, closing: Closing): Promise<Outcome> {
  return runPart(closing, async (own) => {
    const [healthyKey, key] = await keysOf(needs.databaseUrl)
    const { port, pid, complaints } = await startGateway(needs, own)
    const healthy = await openHealthy(`http://127.0.0.1:${port}`, healthyKey)
    const rounds: Round[] = []
    while (rounds.length < plan.rounds) {
      const attack = await prepareAttack({ name, port, key, gatewayPid: pid }, own)
      await healthy.measure(plan.warmSeconds)
      const [before, memoryBefore] = await mostMemory(pid, healthy.measure(plan.beforeSeconds))
      attack.begin()
      const [during, memory] = await mostMemory(pid, healthy.measure(plan.attackSeconds))
      rounds.push({ before, during, growth: memory - memoryBefore, tally: await attack.end() })
    }
    return { rounds, complaints: [...complaints] }
  })
}

async function keysOf(databaseUrl: string): Promise<readonly [healthy: string, attacker: string]> {
  const pool = openPool(databaseUrl, 1, createLog('error', 'hostile'))
  const limits = { concurrencyLimit: PLENTY, createsPerMinute: PLENTY, callsPerMinute: PLENTY }
  try {
    const healthy = await createAccount(pool, { name: 'healthy', creditMicro: CREDIT_MICRO, ...limits })
    const attacker = await createAccount(pool, { name: 'attacker', creditMicro: CREDIT_MICRO, scopes: SCOPES })
    return [healthy.key, attacker.key]
  } finally {
    await pool.end()
  }
}

/** Watches the memory of a gateway until a promise settles. */
async function mostMemory<T>(pid: number, work: Promise<T>): Promise<readonly [T, number]> {
  const ended = new AbortController()
  let most = 0
  const watching = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, await memoryOf(pid))
      await pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  try {
    return [await work, most]
  } finally {
    ended.abort()
    await watching
  }
}
