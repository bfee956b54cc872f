import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Progress, Refusal } from '../engine.ts'
import type { Job, Report } from './jobs.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/**
 * Runs one job in a forked child and settles only once that child is gone: on abort it is killed and the promise rejects
 * with the signal's reason; a crash or a failure inside rejects with what is known of it, a bad asset with a Refusal.
 * @param onStart the child's process id, for those who watch it
 */
export function runChild(
  job: Job,
  signal: AbortSignal,
  onProgress: Progress,
  onStart?: (pid: number) => void,
): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [], {
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    })
    let words = ''
    let failure: Error | null = null
    let done = false
    const kill = () => killGroup(child.pid)
    signal.addEventListener('abort', kill, { once: true })
    child.stderr?.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-2000)
    })
    child.on('message', (report: Report) => {
      if ('progress' in report) onProgress(report.progress)
      else if ('failed' in report) failure = new Error(report.failed)
      else if ('refused' in report) failure = new Refusal('invalid_asset', report.refused)
      else done = true
    })
    child.once('error', (error) => {
      failure = error
      if (child.pid === undefined) settle(null, null)
      else kill()
    })
    // What a crash leaves behind of its group.
    child.once('exit', kill)
    child.once('close', settle)
    if (child.pid !== undefined) onStart?.(child.pid)
    // Where it is gone before the job is sent, its end says why, and not the broken channel.
    child.send(job, () => {})
    function settle(code: number | null, by: NodeJS.Signals | null) {
      signal.removeEventListener('abort', kill)
      if (signal.aborted) reject(signal.reason)
      else if (done && code === 0) resolve()
      else
        reject(
          failure ?? new Error(`the ${job.kind} process ended with ${by ?? code}: ${words.trim() || 'no message'}`),
        )
    }
  })
}

/** The child leads a process group, so that what it spawned goes with it. */
function killGroup(pid: number | undefined) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
