import { after } from 'node:test'
import { EVERYTHING } from '../../../src/engine-limits.ts'
import { createAccountQueues } from '../../../src/queue/boss.ts'
import { isAccountPool } from '../../../src/queue/catalog.ts'
import { liveWorkers } from '../../../src/queue/routing.ts'
import { newWorker, startWorkerBeat } from '../../../src/stage/pool.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'

export interface Hand {
  readonly id: string
  /** Signs off like a stopping worker. */
  leave(): Promise<void>
  /** Stops heartbeats, with the last one a minute ago. */
  vanish(): Promise<void>
}

/**
 * A registered worker that claims nothing by itself. The gateway's list of workers, cached for a second, may not have
 * it yet.
 */
export async function enlist(gateway: TestGateway, capabilities: readonly string[], pool = 'shared'): Promise<Hand> {
  const { resources } = gateway.rooms
  if (isAccountPool(pool)) await createAccountQueues(resources.boss, pool)
  const record = newWorker({ capabilities, pool, engine: 'none', limits: EVERYTHING })
  const signs = startWorkerBeat(resources, record)
  await signs.ready
  let gone = false
  const leave = async () => {
    if (gone) return
    gone = true
    await signs.close()
  }
  after(leave)
  return {
    id: record.id,
    leave,
    async vanish() {
      await leave()
      await resources.pool.query(
        `update worker set stopped_at = null, beat_at = now() - interval '1 minute' where id = $1`,
        [record.id],
      )
    },
  }
}

/** The same, and the gateway's list has it. */
export async function hire(gateway: TestGateway, capabilities: readonly string[], pool = 'shared'): Promise<Hand> {
  const hand = await enlist(gateway, capabilities, pool)
  const knows = async () => (await liveWorkers(gateway.rooms.resources.pool)).has(capabilities[0] ?? '', pool)
  await until(knows)
  const known = async (go: () => Promise<void>) => {
    await go()
    await until(async () => !(await knows()))
  }
  return { id: hand.id, leave: () => known(hand.leave), vanish: () => known(hand.vanish) }
}
