import { join } from 'node:path'
import type { Closing } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import { startServer } from '../../test/support/server.ts'
import { type Load, startLoad } from '../support/load.ts'
import { type Contender, NOOP, startContender } from './contenders.ts'
import { type Ground, openGround } from './effect.ts'
import { type Drive, measureDoor, type Runner } from './measure.ts'
import { openPgBench } from './pgbench.ts'

/** Resources that the contenders of a run share. */
export interface Setting {
  readonly cluster: Cluster
  readonly load: Load
  readonly keys: readonly string[]
  readonly closing: Closing
}

export function openLoad(closing: Closing): Load {
  const load = startLoad()
  closing.push(load.close)
  return load
}

/** A running contender on a separate database. @param open how its database is emptied and counted */
export async function openRunner(
  { cluster, load, keys, closing }: Setting,
  { name, about, file, door }: Contender,
  url: string,
  open: (url: string) => Ground = openGround,
): Promise<Runner> {
  const server = await startContender(file, url, join(cluster.dir, name))
  closing.push(server.close)
  const ground = open(url)
  closing.push(ground.close)
  return { name, about, ground, drive: measureDoor(load, server.port, door, keys) }
}

/** @returns null if this machine has none */
export async function openPgBenchRunner({
  cluster,
  closing,
}: Setting): Promise<{ runner: Runner; version: string } | null> {
  const url = await cluster.database('bench_pgbench')
  const pgbench = await openPgBench(url, cluster.dir)
  if (!pgbench) {
    console.log('pgbench is not installed and is skipped.')
    return null
  }
  const ground = openGround(url)
  closing.push(ground.close)
  const about = 'pgbench, the same statement'
  return { runner: { name: 'pgbench', about, ground, drive: pgbench.run }, version: pgbench.version }
}

/** The load generator with a route that does nothing. */
export async function openNoop({ load, keys, closing }: Setting): Promise<Drive> {
  const noop = await startServer(NOOP.file, {})
  closing.push(noop.close)
  return measureDoor(load, noop.port, NOOP.door, keys)
}
