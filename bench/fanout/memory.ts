import { readFileSync } from 'node:fs'
import { type Closing, runPart } from '../../test/support/closing.ts'
import { CONTENDERS, type Contender, type Setting, startContender } from './contenders.ts'
import type { Plan } from './plan.ts'
import { FIRST_SEQ } from './writer.ts'

/** Open before the first reading, so that one-time allocations are not counted. */
const WARM = 1000

/** Loaded into the contender to collect its garbage on request. */
const COLLECT = { NODE_OPTIONS: `--import=${new URL('collect.js', import.meta.url)}` }

/** W3b: KiB of resident memory a socket with its subscription, by contender, each round in new processes. */
export async function measureMemory(
  setting: Setting,
  plan: Plan,
  closing: Closing,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const url = await setting.cluster.database('bench_w3b')
  const measured = new Map<string, number[]>()
  for (let round = 0; round < plan.memoryRounds; round++) {
    for (const contender of round % 2 === 0 ? CONTENDERS : CONTENDERS.toReversed()) {
      const database = contender.readsLog ? url : null
      const kib = await runPart(closing, (own) => measure(setting, contender, database, plan.sockets, own))
      measured.set(contender.name, [...(measured.get(contender.name) ?? []), kib])
    }
  }
  return measured
}

async function measure(
  setting: Setting,
  contender: Contender,
  databaseUrl: string | null,
  sockets: number,
  closing: Closing,
): Promise<number> {
  const { server, crowd } = await startContender(setting, contender, databaseUrl, closing, COLLECT)
  const residentKib = async () => {
    await server.ask({ collect: true })
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    return Number(kib)
  }
  await (await crowd(WARM)).watch(setting.ids.slice(0, WARM), FIRST_SEQ)
  const before = await residentKib()
  const many = await crowd(sockets)
  await many.watch(setting.ids.slice(0, sockets), FIRST_SEQ)
  await many.load.fence()
  return ((await residentKib()) - before) / sockets
}
