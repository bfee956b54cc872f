import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import { bodyOf, draw, type Plan } from './plan.ts'

/** A create with the answer 202. */
export interface Acknowledged {
  readonly accountId: string
  readonly key: string
  readonly id: string
}

/** Observations of the clients. */
export interface Seen {
  readonly acknowledged: Acknowledged[]
  /** Requests without an answer: the gateway was down, or died. */
  broken: number
  /** Answers that ask for a retry. */
  refused: number
  /** Acknowledged as a replay: its gateway died between commit and answer. */
  replayed: number
  /** Answers that no client should get. */
  readonly complaints: string[]
}

export interface Account {
  readonly accountId: string
  readonly key: string
}

const AGAIN_MS = 60
const ANSWER_WITHIN_MS = 15_000

/** Clients that repeat a create under one Idempotency-Key, at any gateway, until it is acknowledged. */
export function createClients(fleet: Fleet, accounts: readonly Account[], plan: Plan, seed: number) {
  const seen: Seen = { acknowledged: [], broken: 0, refused: 0, replayed: 0, complaints: [] }
  const gateways = fleet.members.filter(({ kind }) => kind === 'gateway')

  /** One request. @returns whether to repeat it */
  const send = async (index: number, tries: number): Promise<boolean> => {
    const account = accounts[index % accounts.length]
    const first = Math.floor(draw(seed, 'gateway', index) * gateways.length)
    const gateway = gateways[(first + tries) % gateways.length]
    if (!account || !gateway?.url) return true
    const key = `storm-${index}`
    gateway.creating += 1
    try {
      const response = await fetch(`${gateway.url}/v1/videos`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${account.key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: bodyOf(plan, index),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const text = await response.text()
      if (response.status === 503) {
        seen.refused += 1
        return true
      }
      if (response.status === 202) {
        const { id } = JSON.parse(text) as { id: string }
        seen.acknowledged.push({ accountId: account.accountId, key, id })
        if (response.headers.has('Idempotent-Replayed')) seen.replayed += 1
      } else {
        seen.complaints.push(`a create was answered ${response.status}: ${text.slice(0, 300)}`)
      }
      return false
    } catch {
      seen.broken += 1
      return true
    } finally {
      gateway.creating -= 1
    }
  }

  return {
    seen,
    async create(index: number): Promise<void> {
      for (let tries = 0; await send(index, tries); tries++) await pause(AGAIN_MS * (1 + draw(seed, index, tries)))
    },
  }
}

export type Clients = ReturnType<typeof createClients>
