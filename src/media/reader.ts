import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkConfined } from '../lib/confined.ts'
import { PROBE_MS, PROBES } from './limits.ts'
import type { Outcome, Said } from './probe-process.ts'

/** A process died, or was ended, over a file. */
export class Died extends Error {}

/** A process that reads one file after another. */
export interface Reader {
  readonly isRunning: boolean
  /**
   * Starts the process where there is none.
   * @param timeoutMs from when the process takes the file
   * @throws Died; another error where there is no process to read it
   */
  read(path: string, timeoutMs: number): Promise<Outcome>
  start(): Promise<void>
  /** Ends the process; what it was reading fails. */
  stop(): void
}

/**
 * A process dies with the file that kills it and is started again for the next. It is kept between files, for a start costs more
 * than most of them, and replaced when it holds more memory than it should. It keeps this process alive while it reads only.
 */
export function createReader(module: string): Reader {
  let running: { readonly child: ChildProcess; readonly ready: Promise<void> } | null = null

  const start = () => {
    running ??= launch(module, (child) => {
      if (running?.child === child) running = null
    })
    return running
  }
  const stop = () => {
    running?.child.kill('SIGKILL')
    running = null
  }
  return {
    get isRunning() {
      return running !== null
    },
    start: () => start().ready,
    stop,
    async read(path, timeoutMs) {
      const { child, ready } = start()
      child.ref()
      try {
        await ready
        const { outcome, heldMb } = await ask(child, path, timeoutMs)
        if (heldMb > PROBES.heldMb && running?.child === child) stop()
        return outcome
      } finally {
        child.unref()
      }
    },
  }
}

function launch(module: string, onEnd: (child: ChildProcess) => void) {
  const { memoryMb, heapMb } = PROBES
  const child = forkConfined(module, { memoryMb, heapMb, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS).unref()
  const ready = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('a process that reads files did not start'))
    child.once('message', () => resolve())
    child.once('error', fail)
    child.once('exit', fail)
  })
  const started = () => clearTimeout(timer)
  ready.then(started, started)
  child.once('error', () => onEnd(child))
  child.once('exit', () => onEnd(child))
  child.unref()
  child.channel?.unref()
  return { child, ready }
}

type Answer = Extract<Said, { outcome: unknown }>

/** A process that does not answer in time is killed. */
async function ask(child: ChildProcess, path: string, timeoutMs: number): Promise<Answer> {
  const over = new AbortController()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const { signal } = over
  try {
    if (child.exitCode !== null || child.signalCode !== null) throw new Died()
    const answer = once(child, 'message', { signal })
    const end = once(child, 'exit', { signal }).then(() => {
      throw new Died()
    })
    end.catch(() => {})
    child.send(path, () => {})
    const [said] = (await Promise.race([answer, end])) as [Answer]
    return said
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
