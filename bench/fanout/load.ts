import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Closing } from '../../test/support/closing.ts'
import type { Arrivals, Order, Reply } from './load-process.ts'

const LIMIT_MS = 60_000

/** Watchers in a separate process. An unexpected message fails the next call. */
export interface Load {
  open(port: number, path: string, keys: readonly string[], sockets: number): Promise<void>
  /** @param seq of the tasks now; @param greeted whether the server sends the current state first */
  watch(ids: readonly string[], seq: number, greeted: boolean): Promise<void>
  /**
   * Runs `trigger` and waits for this many events.
   * @param seq the final seq of each watcher; null: any, and every event is listed
   */
  arrivals(events: number, seq: number | null, trigger: () => Promise<unknown>): Promise<Arrivals>
  /** Waits until everything that was sent has arrived. @throws Error if that was more than expected */
  fence(): Promise<void>
  /** Stops reading until `resume`. */
  pause(): void
  resume(): void
  close(): void
}

export function startLoad(closing: Closing): Load {
  const file = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const close = () => void child.kill('SIGKILL')
  closing.push(close)
  const next = repliesOf(child)
  const obey = (order: Order) => {
    child.send(order)
    return next()
  }
  return {
    open: async (port, path, keys, sockets) => void (await obey({ do: 'open', port, path, keys, sockets })),
    watch: async (ids, seq, greeted) => void (await obey({ do: 'watch', ids, seq, greeted })),
    async arrivals(events, seq, trigger) {
      await obey({ do: 'await', events, seq })
      const [reply] = await Promise.all([next(), trigger()])
      if (!('arrivals' in reply)) throw new Error('a load process answered out of turn')
      return reply.arrivals
    },
    fence: async () => void (await obey({ do: 'fence' })),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    close,
  }
}

/** Replies in order; after the first failure, every reply is that failure. */
function repliesOf(child: ChildProcess): () => Promise<Exclude<Reply, { failed: string }>> {
  const replies: Exclude<Reply, { failed: string }>[] = []
  let failure: Error | null = null
  let wake: (() => void) | null = null
  const fail = (reason: string) => {
    failure ??= new Error(reason)
    wake?.()
  }
  child.on('message', (reply: Reply) => {
    if ('failed' in reply) fail(reply.failed)
    else replies.push(reply)
    wake?.()
  })
  child.on('exit', () => fail('a load ended'))
  return async () => {
    const late = setTimeout(() => fail('not all that was awaited came in time'), LIMIT_MS)
    try {
      while (!failure && replies.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      clearTimeout(late)
    }
    const reply = replies.shift()
    if (failure || !reply) throw failure ?? new Error('a load ended')
    return reply
  }
}
