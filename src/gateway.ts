import { startKeyExpiry } from './admission/expire.ts'
import type { Config } from './config.ts'
import { startLedgerAudit } from './credit/audit-ledger.ts'
import { startFileExpiry } from './file/expire.ts'
import { startForgetting } from './fleet/forget.ts'
import { createAdminHandler } from './http/admin.ts'
import { createAdminExport } from './http/admin-export.ts'
import { createGraphQLHandler } from './http/graphql.ts'
import { readiness } from './http/health.ts'
import { problemOfLinks } from './http/public-url.ts'
import { presentEnded } from './http/rest/routes/videos/present.ts'
import { startServer } from './http/server.ts'
import { createSocketHandler } from './http/socket.ts'
import { createWeb } from './http/web.ts'
import type { Loop } from './lib/loop.ts'
import { type MetricsPort, openMetricsPort } from './lib/metrics-port.ts'
import { createMetrics, type Metrics } from './metrics.ts'
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
  /** Where METRICS_PORT is served; null without it. */
  readonly metricsUrl: string | null
  readonly rooms: Rooms
  /** Finishes running requests, asks sockets to reconnect, and closes. */
  close(graceMs: number): Promise<void>
}

const POOL_SIZE = 10

/** Periodic work of a gateway. Any number of gateways may run each chore at the same time. */
const CHORES = {
  reaper: ({ resources }) => startReaper(resources),
  hedging: ({ resources }) => startHedging(resources),
  overdue: ({ resources }) => startOverdue(resources),
  stranded: ({ resources }) => startStranded(resources),
  lost: ({ resources }) => startRestartingLost(resources),
  forgetting: ({ resources }) => startForgetting(resources),
  notices: ({ resources }) => startNotices(resources),
  audit: ({ resources }) => startLedgerAudit(resources),
  promptSweep: ({ resources }) => startPromptSweep(resources),
  erasing: ({ resources }) => startErasing(resources),
  fileExpiry: ({ resources }) => startFileExpiry(resources),
  eventExpiry: ({ resources }) => startEventExpiry(resources),
  keyExpiry: ({ resources }) => startKeyExpiry(resources),
  delivering: (rooms) => startDelivering(rooms.resources, (row) => presentEnded(taskFromRow(row), rooms)),
  deliveryExpiry: ({ resources }) => startDeliveryExpiry(resources),
} satisfies Readonly<Record<string, (rooms: Rooms) => Pick<Loop, 'close'>>>

export type Chore = keyof typeof CHORES
const ALL_CHORES = Object.keys(CHORES) as Chore[]

/**
 * One gateway process: the doors, the log's tail and the chores.
 * @param options.chores those to do; all by default. Tests leave out those that would get ahead of them.
 * @param options.poolSize connections for the rooms' own SQL
 */
export async function startGateway(
  config: Config,
  databaseUrl: string,
  {
    chores = ALL_CHORES,
    poolSize = POOL_SIZE,
  }: { readonly chores?: readonly Chore[]; readonly poolSize?: number } = {},
): Promise<RunningGateway> {
  const opened = await openResources(config, { name: 'gateway', databaseUrl, poolSize, supervise: true })
  const rooms = await openRooms(opened)
  const graphql = createGraphQLHandler(rooms)
  const socket = createSocketHandler(rooms, graphql)
  const metrics = createMetrics(rooms)
  const watched = await openWatch(rooms, metrics)
  const { operatorKey } = config
  const admin =
    operatorKey === null
      ? {}
      : { admin: createAdminHandler(rooms, operatorKey), adminExport: createAdminExport(rooms, operatorKey) }
  const server = await startServer(rooms, {
    host: config.host,
    port: config.port,
    doors: {
      graphql,
      upgrade: socket.upgrade,
      web: createWeb(undefined, opened.storage.direct?.origin),
      metrics,
      ...admin,
    },
  })
  const problem = problemOfLinks(rooms.publicUrl, config)
  if (problem) opened.log.warn(problem)
  const running = chores.map((name) => CHORES[name](rooms))
  return {
    url: rooms.publicUrl,
    port: server.port,
    metricsUrl: watched?.url ?? null,
    rooms,
    async close(graceMs) {
      watched?.drain()
      await Promise.all(running.map((chore) => chore.close()))
      await socket.close()
      await server.close(graceMs)
      await watched?.close()
      metrics.close()
      await rooms.close()
      await opened.close()
    },
  }
}

/** Health and metrics on METRICS_PORT. @returns null without it */
async function openWatch(rooms: Rooms, { answer }: Metrics): Promise<MetricsPort | null> {
  const { config, log } = rooms.resources
  if (config.metricsPort === null) return null
  const address = { host: config.host, port: config.metricsPort }
  return openMetricsPort(address, { readiness: () => readiness(rooms), metrics: answer }, log)
}
