import { type Closing, runWhole } from '../support/closing.ts'
import { startCluster } from '../support/cluster.ts'
import { prepareTemplate } from '../support/template.ts'
import { type ChaosFigure, concludeChaos } from './figures.ts'

/** A separate database for the run, and a folder. */
export interface Ground {
  readonly databaseUrl: string
  readonly dataDir: string
}

/** Creates a figure of the run. */
export type ToFigure = (metric: string, value: number, aim?: Partial<ChaosFigure>) => ChaosFigure

/** Runs a chaos run on an empty installation. @returns whether all figures reached their targets and nothing failed */
export async function runChaos(
  chaos: string,
  play: (ground: Ground, closing: Closing, figure: ToFigure) => Promise<readonly ChaosFigure[]>,
): Promise<boolean> {
  let figures: readonly ChaosFigure[] = []
  const isDone = await runWhole(async (closing) => {
    const begin = performance.now()
    const cluster = await startCluster(prepareTemplate)
    closing.push(cluster.close)
    const ground = { databaseUrl: await cluster.database(`chaos_${chaos}`), dataDir: cluster.dir }
    figures = await play(ground, closing, (metric, value, aim = {}) => ({ chaos, metric, value, ...aim }))
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes} minutes`)
  })
  return concludeChaos(figures) && isDone
}
