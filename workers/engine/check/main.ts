import { exitWith } from '../../../src/lib/explain.ts'
import { runEngineCommand } from './run.ts'

/** `npm run engine -- check`: whether the configured engine makes videos. */

const { stdout, stderr } = process
const stop = new AbortController()
for (const event of ['SIGINT', 'SIGTERM']) process.once(event, () => stop.abort())

const clear = stderr.isTTY ? '\r\x1b[2K' : ''
const say = (line: string) => {
  stderr.write(clear)
  stdout.write(`${line}\n`)
}
/** A line that the next one replaces. */
const show = (line: string) => {
  if (stderr.isTTY) stderr.write(clear + line)
}

try {
  const isWell = await runEngineCommand(process.argv.slice(2), { say, show, signal: stop.signal })
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  stderr.write(clear)
  if (!stop.signal.aborted) exitWith(error)
  console.error('Stopped.')
  process.exitCode = 130
}
