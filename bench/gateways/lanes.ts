import { join } from 'node:path'
import type { Closing } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import type { Server } from '../../test/support/server.ts'
import { OURS, startContender } from '../create/contenders.ts'
import { cpuMsOf } from '../support/cpu.ts'

/** Gateways of one database. Each lane has a separate database on the same cluster. */
export interface Lane {
  readonly name: string
  readonly url: string
  readonly servers: readonly Server[]
}

/** The numbers of gateways that are compared. */
export const COUNTS: Readonly<Record<'one' | 'two' | 'four', number>> = { one: 1, two: 2, four: 4 }

export async function openLane(cluster: Cluster, name: string, gateways: number, closing: Closing): Promise<Lane> {
  const lane = { name, url: await cluster.database(`bench_${name}`), servers: [] }
  return addGateways(cluster, lane, gateways, closing)
}

/** @returns the lane with so many more gateways */
export async function addGateways(cluster: Cluster, lane: Lane, gateways: number, closing: Closing): Promise<Lane> {
  const servers = [...lane.servers]
  for (let i = 0; i < gateways; i++) {
    const server = await startContender(OURS.file, lane.url, join(cluster.dir, lane.name))
    closing.push(server.close)
    servers.push(server)
  }
  return { ...lane, servers }
}

/** Milliseconds of processor. */
export interface Spent {
  /** Of all gateways of a lane together. */
  readonly gateways: number
  readonly postgres: number
}

/** @returns a function that returns the processor time since this call */
export function startMeter({ pid }: Cluster, { servers }: Lane): () => Spent {
  const read = () => ({ gateways: cpuMsOf(servers.map((each) => each.pid)), postgres: cpuMsOf([pid]) })
  const start = read()
  return () => {
    const end = read()
    return { gateways: end.gateways - start.gateways, postgres: end.postgres - start.postgres }
  }
}

/** Measures every lane in each round. @returns the measurements by lane */
export async function inTurns<M>(
  lanes: readonly { readonly name: string; measure(): Promise<M> }[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly M[]>> {
  for (const { measure } of lanes) await measure()
  const measured = new Map<string, M[]>(lanes.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, measure } of round % 2 === 0 ? lanes : lanes.toReversed()) {
      measured.get(name)?.push(await measure())
    }
  }
  return measured
}
