import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Closing } from '../../test/support/closing.ts'
import type { Kind, Mark, Message, Order } from './worker-process.ts'

/** No measurement lasts as long. */
const SILENT_MAX_MS = 60_000

/**
 * A contender's worker processes. They stay, but work only while they are open, so that only the measured contender
 * polls.
 */
export interface Workers {
  /** One worker in each process. */
  open(kinds: readonly Kind[]): Promise<void>
  /** Waits until this many ends were reported since the workers were opened. */
  ended(count: number): Promise<void>
  /** @returns the observations of all workers since they were opened */
  close(): Promise<Mark[]>
}

/** @param file path from `bench/`; it calls `serveWorker` */
export async function startWorkers(
  file: string,
  options: { readonly words: readonly string[]; readonly environment: NodeJS.ProcessEnv },
  processes: number,
  closing: Closing,
): Promise<Workers> {
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), options.words, {
      env: { ...process.env, NODE_ENV: 'production', ...options.environment },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  closing.push(() => Promise.all(children.map(stop)))
  await Promise.all(children.map((child) => answerOf(child, 'ready')))
  const ends = countEnds(children, file)
  const notifyAll = (orders: readonly Order[], answer: Answer) =>
    Promise.all(
      children.map((child, i) => {
        const answered = answerOf(child, answer)
        child.send(orders[i] ?? 'close')
        return answered
      }),
    )
  return {
    async open(kinds) {
      ends.reset()
      await notifyAll(kinds, 'ready')
    },
    ended: ends.reach,
    async close() {
      const answers = await notifyAll([], 'closed')
      return answers.flatMap((message) => ('closed' in message ? message.closed : []))
    },
  }
}

type Answer = 'ready' | 'closed'

function answerOf(child: ChildProcess, answer: Answer): Promise<Message> {
  return new Promise((resolve, reject) => {
    const hear = (message: Message) => {
      if (!(answer in message)) return
      child.off('message', hear).off('exit', fail)
      resolve(message)
    }
    const fail = () => reject(new Error('a worker process ended by itself'))
    child.on('message', hear).once('exit', fail)
  })
}

interface Ends {
  reset(): void
  reach(count: number): Promise<void>
}

function countEnds(children: readonly ChildProcess[], file: string): Ends {
  let ended = 0
  let wanted = Number.POSITIVE_INFINITY
  let reached = Promise.withResolvers<void>()
  // Nobody waits for a process that ends because all are stopped.
  reached.promise.catch(() => {})
  const look = () => {
    if (ended >= wanted) reached.resolve()
  }
  for (const child of children) {
    child.on('message', (message: Message) => {
      if (!('ended' in message)) return
      ended += 1
      look()
    })
    child.on('exit', () => reached.reject(new Error(`a process of ${file} ended by itself`)))
  }
  return {
    reset() {
      ended = 0
    },
    async reach(count) {
      wanted = count
      reached = Promise.withResolvers()
      const late = () => reached.reject(new Error(`${file}: ${ended} of ${count} ended, and no more`))
      const timer = setTimeout(late, SILENT_MAX_MS)
      look()
      await reached.promise.finally(() => clearTimeout(timer))
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
