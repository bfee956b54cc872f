import { spawn } from 'node:child_process'

/**
 * Leads the process group that the command runs in. Whoever ends, what is left of the group goes with it: the command when
 * the worker is gone, and what the command started when the command is. The command has the worker's pipes as its own.
 */
export type Ending = { readonly code: number | null; readonly by: string | null } | { readonly notStarted: string }

const endAll = () => process.kill(-process.pid, 'SIGKILL')
const report = (ending: Ending) => process.send?.(ending, endAll)

process.once('disconnect', endAll)
// Meant for the command, which the signal reaches as well.
process.on('SIGTERM', () => {})
process.once('message', ([program, ...rest]: readonly [string, ...string[]]) => {
  const child = spawn(program, rest, { stdio: 'inherit' })
  child.once('error', (error) => report({ notStarted: error.message }))
  child.once('exit', (code, by) => report({ code, by }))
})
