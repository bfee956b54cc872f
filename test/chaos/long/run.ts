import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ChaosOptions, concludeChaos } from '../figures.ts'
import { BOUNDS, CHECKS, LOOPS } from './files.ts'

/** The quick run takes one file of each kind, and loops with the suite's number of rounds. */
const QUICK = ['test/flow/cancel.test.ts', 'test/workers/dispatch/hedging.test.ts', ...CHECKS]

/**
 * Runs the suite's shortened and loosely timed tests in full: loops first, then times and memory, one file after
 * another, because nothing else may run beside a measurement.
 */
export async function chaosLong({ quick }: ChaosOptions): Promise<boolean> {
  const begin = performance.now()
  const turns = quick ? QUICK.map((file) => [file]) : [LOOPS, ...[...CHECKS, ...BOUNDS].map((file) => [file])]
  const failed: string[] = []
  for (const files of turns) if (!(await play(files, quick))) failed.push(files.join(' '))
  for (const each of failed) console.log(`failed: ${each}`)
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
  console.log(`Node ${process.version}; ${minutes} minutes`)
  return concludeChaos([
    { chaos: 'long', metric: 'files', value: turns.flat().length },
    { chaos: 'long', metric: 'failed', value: failed.length, aim: 0 },
  ])
}

async function play(files: readonly string[], quick: boolean): Promise<boolean> {
  const env = quick ? process.env : { ...process.env, TEST_ROUNDS: 'full' }
  const child = spawn(process.execPath, ['test/run.ts', ...files], { stdio: 'inherit', env })
  const [code] = await once(child, 'exit')
  return code === 0
}
