import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/** `node test/stress.ts [--loops N] [--times N] [FILE…]`: the suite, three times, beside four loops that keep the processor busy. */

const { values, positionals } = parseArgs({
  options: { loops: { type: 'string', default: '4' }, times: { type: 'string', default: '3' } },
  allowPositionals: true,
})

/** A loop ends by itself where this script is killed. */
const LOOP = `process.stdin.on('end', () => process.exit()).resume()
  const turn = () => { for (const until = Date.now() + 50; Date.now() < until; ); setImmediate(turn) }
  turn()`

const loops: ChildProcess[] = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ['-e', LOOP], { stdio: ['pipe', 'ignore', 'inherit'] }),
)

const failed: number[] = []
for (let time = 1; time <= Number(values.times); time++) {
  const run = spawn(process.execPath, ['test/run.ts', ...positionals], { stdio: 'inherit' })
  const [code] = await once(run, 'exit')
  if (code !== 0) failed.push(time)
  console.log(`Run ${time} of ${values.times} beside ${values.loops} busy loops ${code === 0 ? 'passed' : 'failed'}.\n`)
}
for (const loop of loops) loop.stdin?.end()
console.log(failed.length === 0 ? 'All runs passed.' : `Failed: ${failed.join(', ')}.`)
if (failed.length > 0) process.exitCode = 1
