import { type ChildProcess, fork } from 'node:child_process'
import { engineEnvironment } from '../../../src/lib/environment.ts'
import { installedModule } from '../../../src/lib/installed.ts'
import { traceEnvironment } from '../../../src/lib/trace.ts'
import { EngineFailure } from '../failure.ts'
import type { Ending } from './keeper.ts'
import { onLines } from './lines.ts'

const KEEPER = installedModule('workers/engine/command/keeper.ts')

/** From SIGTERM to SIGKILL, and from the end of the program to the end of reading its output: together under 2 s. */
const MERCY_MS = 1000
const DRAIN_MS = 500

export interface Run {
  readonly command: readonly [program: string, ...rest: string[]]
  /** Written as JSON to its standard input, which is then closed. */
  readonly request: object
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
  readonly onWords: (line: string) => void
  /** Receives the id of the process group, for monitoring. */
  readonly onStart?: ((group: number) => void) | undefined
}

export interface RunningCommand {
  /** How it ended; settles only once its process group has no processes left. @throws the signal's reason, EngineFailure */
  readonly ended: Promise<Exclude<Ending, { notStarted: string }>>
  /** Ends it like an abort, but without an error. */
  stop(): void
}

/** Starts a program in its own process group and reads its lines. */
export function startCommand(run: Run): RunningCommand {
  run.signal.throwIfAborted()
  const keeper = fork(KEEPER, [], {
    detached: true,
    env: { ...engineEnvironment(), ...traceEnvironment() },
    execArgv: [],
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  let killing: NodeJS.Timeout | undefined
  let fault: Error | null = null
  const stop = () => {
    killGroup(keeper, 'SIGTERM')
    killing ??= setTimeout(() => killGroup(keeper, 'SIGKILL'), MERCY_MS)
  }
  const fail = (error: Error) => {
    fault ??= error
    stop()
  }
  const tooLong = (name: string) => () =>
    fail(new EngineFailure(`the command wrote a line on ${name} that is too long`, { retry: true }))
  run.signal.addEventListener('abort', stop, { once: true })
  if (keeper.stdout) onLines(keeper.stdout, run.onLine, tooLong('standard output'))
  if (keeper.stderr) onLines(keeper.stderr, run.onWords, tooLong('standard error'))
  if (keeper.pid !== undefined) run.onStart?.(keeper.pid)
  feed(keeper, run, fail)
  const ended = ending(keeper).finally(() => {
    clearTimeout(killing)
    run.signal.removeEventListener('abort', stop)
  })
  return {
    stop,
    ended: ended.then((how) => {
      run.signal.throwIfAborted()
      if (fault) throw fault
      if ('notStarted' in how) throw new EngineFailure(`the command did not start: ${how.notStarted}`, { retry: false })
      return how
    }),
  }
}

function feed(keeper: ChildProcess, { command, request }: Run, fail: (error: Error) => void) {
  keeper.send(command, (error) => {
    if (error) fail(error)
  })
  // Ignored: for a program that does not read its request, only its output counts.
  keeper.stdin?.on('error', () => {})
  keeper.stdin?.end(`${JSON.stringify(request)}\n`)
}

/** Settles when the keeper is gone and its pipes are read. Stops reading if a process outside the group keeps them open. */
function ending(keeper: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    let how: Ending = { code: null, by: 'SIGKILL' }
    let draining: NodeJS.Timeout | undefined
    const settle = () => {
      clearTimeout(draining)
      keeper.stdout?.destroy()
      keeper.stderr?.destroy()
      resolve(how)
    }
    keeper.once('message', (ending: Ending) => {
      how = ending
    })
    keeper.once('error', (error) => {
      how = { notStarted: error.message }
      if (keeper.pid === undefined) settle()
    })
    keeper.once('exit', () => {
      killGroup(keeper, 'SIGKILL')
      draining = setTimeout(settle, DRAIN_MS)
    })
    keeper.once('close', settle)
  })
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // EPERM: the remaining processes run as another user now.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
