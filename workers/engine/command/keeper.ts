import { spawn } from 'node:child_process'

/**
 * Leads the process group of the command and kills the rest of the group: the command when the worker is gone, and the
 * command's own processes when the command has ended. The command inherits the worker's pipes.
 */
export type Ending = { readonly code: number | null; readonly by: string | null } | { readonly notStarted: string }

const endAll = () => process.kill(-process.pid, 'SIGKILL')
const report = (ending: Ending) => process.send?.(ending, endAll)

process.once('disconnect', endAll)
// The signal is for the command, which also receives it.
process.on('SIGTERM', () => {})
process.once('message', ([program, ...rest]: readonly [string, ...string[]]) => {
  const child = spawn(program, rest, { stdio: 'inherit' })
  child.once('error', (error) => report({ notStarted: error.message }))
  child.once('exit', (code, by) => report({ code, by }))
})
