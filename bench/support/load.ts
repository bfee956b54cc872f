import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Job, Outcome } from './load-process.ts'

/** The load generator in a separate process. */
export interface Load {
  run(job: Job): Promise<Outcome>
  close(): void
}

export function startLoad(): Load {
  const file = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    async run(job) {
      const limit = AbortSignal.timeout(job.warmMs + job.windowMs + 30_000)
      const answer = once(child, 'message', { signal: limit })
      child.send(job)
      return (await answer)[0] as Outcome
    },
    close: () => void child.kill('SIGKILL'),
  }
}
