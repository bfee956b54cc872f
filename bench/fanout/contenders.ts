import { join } from 'node:path'
import type { Closing } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import { type Server, startServer } from '../../test/support/server.ts'
import { type Load, startLoad } from './load.ts'
import { openWriter, progressAt } from './writer.ts'

export interface Contender {
  readonly name: string
  readonly about: string
  /** Path from the top. */
  readonly file: string
  /** Whether it reads committed events from a database; the others are sent theirs. */
  readonly readsLog?: true
}

const own = (name: string) => `bench/fanout/contenders/${name}.js`

export const OURS: Contender = { name: 'vidgate', about: 'vidgate', file: 'src/gateway-main.ts', readsLog: true }
export const RAW: Contender = { name: 'raw_ws', about: 'raw ws (floor)', file: own('raw') }
export const GRAPHQL_WS: Contender = { name: 'graphql_ws', about: 'plain graphql-ws', file: own('graphql-ws') }
export const FED: Contender = {
  ...{ name: 'graphql_ws_listen', about: 'graphql-ws, LISTEN and a select' },
  ...{ file: own('graphql-ws-listen'), readsLog: true },
}
export const LISTEN: Contender = { name: 'raw_listen', about: 'raw LISTEN → ws', file: own('listen') }

export const CONTENDERS: readonly Contender[] = [
  OURS,
  RAW,
  GRAPHQL_WS,
  FED,
  { name: 'mercurius', about: 'mercurius', file: own('mercurius') },
  { name: 'apollo', about: 'Apollo: graphql-tools, graphql-ws, PubSub', file: own('apollo') },
]

/** Resources that the parts of a run share. */
export interface Setting {
  readonly cluster: Cluster
  readonly keys: readonly string[]
  /** Of all tasks. */
  readonly ids: readonly string[]
}

/** A running contender. */
export interface Running {
  readonly contender: Contender
  readonly server: Server
  /** Opens sockets in a separate load process. */
  crowd(sockets: number): Promise<Crowd>
}

/** Sockets of a contender that watch. */
export interface Crowd {
  readonly contender: Contender
  readonly load: Load
  readonly sockets: number
  /** Every socket watches a separate task, or all the same; sockets with another task unsubscribe first. */
  watch(ids: readonly string[], seq: number): Promise<void>
  /**
   * Writes one event for each of the tasks.
   * @param before called at the start: right before COMMIT, or before the message to a peer
   */
  push(ids: readonly string[], seq: number, before: () => void): Promise<void>
}

/** @param databaseUrl of contenders with a database */
export async function startContender(
  { cluster, keys }: Setting,
  contender: Contender,
  databaseUrl: string | null,
  closing: Closing,
  environment: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const needs = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: join(cluster.dir, contender.name), LOG_LEVEL: 'warn' }
  const server = await startServer(contender.file, { ...needs, ...environment })
  closing.push(server.close)
  const { watch, push } = pushesOf(contender, server, databaseUrl ?? '', closing)
  return {
    contender,
    server,
    async crowd(sockets) {
      const load = startLoad(closing)
      await load.open(server.port, '/graphql', keys, sockets)
      return { contender, load, sockets, watch: (ids, seq) => watch(load, sockets, ids, seq), push }
    },
  }
}

interface Pushes extends Pick<Crowd, 'push'> {
  readonly watch: (load: Load, sockets: number, ids: readonly string[], seq: number) => Promise<void>
}

function pushesOf(contender: Contender, server: Server, databaseUrl: string, closing: Closing): Pushes {
  const peer = pushesOfPeer(server)
  if (!contender.readsLog) return peer
  const { push } = openWriter(databaseUrl, 1, closing)
  if (contender !== OURS) return { ...peer, push }
  // A watcher of vidgate gets the current state first, which shows that it watches.
  return { push, watch: (load, _sockets, ids, seq) => load.watch(ids, seq, true) }
}

/** Peers receive events from the benchmark, and report how many sockets watch. */
function pushesOfPeer(server: Server): Pushes {
  let subscribed = 0
  return {
    async watch(load, sockets, ids, seq) {
      await load.watch(ids, seq, false)
      subscribed += sockets
      await server.ask({ subscribed })
    },
    async push(ids, seq, before) {
      before()
      await server.ask({ ids, seq, progress: progressAt(seq) })
    },
  }
}
