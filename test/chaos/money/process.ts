import fc from 'fast-check'
import { readConfig } from '../../../src/config.ts'
import { openResources } from '../../../src/resources.ts'
import { createLanes } from '../../../src/task/lanes.ts'
import { operation } from './operations.ts'
import { createPlayer, type Player } from './player.ts'
import type { Tally } from './tally.ts'

/** Start message of a playing process. */
export interface Start {
  readonly name: string
  readonly databaseUrl: string
  readonly dataDir: string
  readonly accountIds: readonly string[]
  readonly atOnce: number
}

/** A part of the run, for one process. */
export interface Part {
  readonly period: string
  readonly seed: number
  readonly operations: number
}

/** Messages between the processes; amounts stay bigint (structured clone). */
export type Answer = { readonly ready: true } | { readonly tally: Tally }

async function open({ name, databaseUrl, dataDir, accountIds, atOnce }: Start) {
  const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir })
  const poolSize = Math.ceil(atOnce / 2)
  const resources = await openResources(config, { name, databaseUrl, poolSize, supervise: false })
  const player = createPlayer({ ...resources, lanes: createLanes(resources) }, accountIds, name)
  return { resources, player, atOnce }
}

async function play(player: Player, atOnce: number, { period, seed, operations }: Part): Promise<Tally> {
  player.begin(period)
  const rest = fc.sample(operation, { numRuns: operations, seed }).values()
  const go = async () => {
    for (const each of rest) await player.perform(each)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return player.takeTally()
}

if (import.meta.main) {
  let opened: ReturnType<typeof open> | undefined
  const send = (answer: Answer) => void process.send?.(answer)
  process.on('message', async (message: Start | Part) => {
    if ('databaseUrl' in message) {
      opened = open(message)
      await opened
      send({ ready: true })
    } else if (opened) {
      const { player, atOnce } = await opened
      send({ tally: await play(player, atOnce, message) })
    }
  })
  process.on('disconnect', () => process.exit())
}
