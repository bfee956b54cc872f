import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkConfined } from '../lib/confined.ts'
import { PROBE_MS, PROBES } from './limits.ts'
import type { Outcome, Said } from './probe-process.ts'

/** A process ended, by itself or by its time limit, while it read a file. */
export class Died extends Error {}

/** A process that reads one file after another. */
export interface Reader {
  readonly state: 'away' | 'starting' | 'ready'
  /** Starts the process if none runs, and waits until it accepts files. */
  start(): Promise<void>
  /**
   * Call it only when the process is ready.
   * @param timeoutMs from when the process starts the file
   * @throws Died
   */
  read(path: string, timeoutMs: number): Promise<Outcome>
  /** Ends the process; the file that it reads fails. */
  stop(): void
}

interface Running {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  isReady: boolean
}

/**
 * A crash costs only the file that caused it. The process stays between files, because a start costs more than most files. It
 * is replaced when it uses too much memory. It keeps this process alive only while it starts or reads.
 */
export function createReader(module: string): Reader {
  let running: Running | null = null

  const stop = () => {
    running?.child.kill('SIGKILL')
    running = null
  }
  const launch = (): Running => {
    const child = fork(module)
    const gone = () => {
      if (running?.child === child) running = null
    }
    child.once('error', gone).once('exit', gone)
    const ready = untilReady(child).then(() => {
      launched.isReady = true
    })
    const launched: Running = { child, ready, isReady: false }
    return launched
  }
  return {
    get state() {
      if (!running) return 'away'
      return running.isReady ? 'ready' : 'starting'
    },
    stop,
    start() {
      running ??= launch()
      return running.ready
    },
    async read(path, timeoutMs) {
      if (!running) throw new Died()
      const { child } = running
      const { outcome, heldMb } = await ask(child, path, timeoutMs)
      if (heldMb > PROBES.heldMb && running?.child === child) stop()
      return outcome
    },
  }
}

/**
 * Has its own session: Ctrl-C in a terminal does not interrupt uploads that are still read, and the kernel shares CPU time by
 * session.
 */
function fork(module: string): ChildProcess {
  const { memoryMb, heapMb } = PROBES
  return forkConfined(module, { memoryMb, heapMb, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

/** Kills a process that does not start in time. */
async function untilReady(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('a process that reads files did not start'))
      child
        .once('message', () => resolve())
        .once('error', fail)
        .once('exit', fail)
    })
  } finally {
    clearTimeout(timer)
    child.unref()
    child.channel?.unref()
  }
}

type Answer = Extract<Said, { outcome: unknown }>

/** Kills a process that does not answer in time. */
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
