import { fileURLToPath } from 'node:url'
import { forkConfined } from '../../../src/lib/confined.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { type Progress, Refusal } from '../engine.ts'
import { type Job, MOST, type Most, type Report } from './jobs.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/**
 * Runs one job in a forked child and settles only once that child is gone: on abort it is killed and the promise rejects
 * with the signal's reason; a crash or a failure inside rejects with what is known of it, a bad asset with a Refusal.
 * Its memory and its time have limits.
 * @param onStart the child's process id, for those who watch it
 */
export function runChild(
  job: Job,
  signal: AbortSignal,
  onProgress: Progress,
  onStart?: (pid: number) => void,
  { memoryMb, ms }: Most = MOST[job.kind],
): Promise<readonly Size[]> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = forkConfined(CHILD, { memoryMb, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let words = ''
    let failure: Error | null = null
    let made: readonly Size[] | null = null
    const kill = () => killGroup(child.pid)
    signal.addEventListener('abort', kill, { once: true })
    const timer = setTimeout(() => {
      failure = new Error(`the ${job.kind} process took longer than ${ms / 1000} s`)
      kill()
    }, ms)
    child.stderr?.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-2000)
    })
    child.on('message', (report: Report) => {
      if ('progress' in report) onProgress(report.progress)
      else if ('failed' in report) failure = new Error(report.failed)
      else if ('refused' in report) failure = new Refusal('invalid_asset', report.refused)
      else made = report.sizes
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
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      if (signal.aborted) reject(signal.reason)
      else if (made && code === 0) resolve(made)
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
