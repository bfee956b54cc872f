import { exitWith } from '../lib/explain.ts'
import { runCommand } from './run.ts'

/** `npm run admin -- COMMAND`: what only the operator may do. */

try {
  const isWell = await runCommand(process.argv.slice(2), (line) => console.log(line))
  if (!isWell) process.exitCode = 1
} catch (error) {
  exitWith(error)
}
