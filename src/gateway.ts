import { startKeyExpiry } from './admission/expire.ts'
import type { Config } from './config.ts'
import { startLedgerAudit } from './credit/audit-ledger.ts'
import { startFileExpiry } from './file/expire.ts'
import { startForgetting } from './fleet/forget.ts'
import { createAdminHandler } from './http/admin.ts'
import { createGraphQLHandler } from './http/graphql.ts'
import { presentEnded } from './http/rest/present.ts'
import { startServer } from './http/server.ts'
import { createSocketHandler } from './http/socket.ts'
import { createWeb } from './http/web.ts'
import type { Loop } from './lib/loop.ts'
import { createMetrics } from './metrics.ts'
import { startPromptSweep } from './prompt/sweep.ts'
import { startEventExpiry } from './push/expire.ts'
import { openResources } from './resources.ts'
import { openRooms, type Rooms } from './rooms.ts'
import { startHedging } from './stage/hedge.ts'
import { startRestartingLost } from './stage/lost.ts'
import { startOverdue } from './stage/overdue.ts'
import { startReaper } from './stage/reap.ts'
import { startStranded } from './stage/stranded.ts'
import { startErasing } from './task/erase.ts'
import { taskFromRow } from './task/task.ts'
import { startNotices } from './task/waiting.ts'
import { startDelivering } from './webhook/deliver.ts'
import { startDeliveryExpiry } from './webhook/expire.ts'

export interface RunningGateway {
  readonly url: string
  readonly port: number
  readonly rooms: Rooms
  /** Resolves when every chore has looked once for what is due. */
  readonly lookedOver: Promise<void>
  /** Finishes requests under way, tells sockets to come back, and closes. */
  close(graceMs: number): Promise<void>
}

const POOL_SIZE = 10

type Chore = Pick<Loop, 'close'> & Partial<Pick<Loop, 'first'>>

/** One gateway process: the doors, the log's tail and the chores, which any number of gateways may do side by side. */
export async function startGateway(config: Config, databaseUrl: string): Promise<RunningGateway> {
  const resources = await openResources(config, { name: 'gateway', databaseUrl, poolSize: POOL_SIZE, supervise: true })
  const rooms = await openRooms(resources, databaseUrl)
  const graphql = createGraphQLHandler(rooms)
  const socket = createSocketHandler(rooms, graphql)
  const metrics = createMetrics(rooms)
  const admin = config.operatorKey === null ? {} : { admin: createAdminHandler(rooms, config.operatorKey) }
  const server = await startServer(rooms, {
    host: config.host,
    port: config.port,
    doors: { graphql, upgrade: socket.upgrade, web: createWeb(), metrics, ...admin },
  })
  const chores: readonly Chore[] = [
    startReaper(resources),
    startHedging(resources),
    startOverdue(resources),
    startStranded(resources),
    startRestartingLost(resources),
    startForgetting(resources),
    startNotices(resources),
    startLedgerAudit(resources),
    startPromptSweep(resources),
    startErasing(resources),
    startFileExpiry(resources),
    startEventExpiry(resources),
    startKeyExpiry(resources),
    startDelivering(resources, databaseUrl, (row) => presentEnded(taskFromRow(row), rooms)),
    startDeliveryExpiry(resources),
  ]
  return {
    url: rooms.publicUrl,
    port: server.port,
    rooms,
    lookedOver: Promise.all(chores.map(({ first }) => first)).then(() => undefined),
    async close(graceMs) {
      await Promise.all(chores.map((chore) => chore.close()))
      await socket.close()
      await server.close(graceMs)
      metrics.close()
      await rooms.close()
      await resources.close()
    },
  }
}
