import { forkConfined } from '../../../src/lib/confined.ts'
import { installedModule } from '../../../src/lib/installed.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { type Preview, type Progress, Refusal } from '../engine.ts'
import { type Job, MOST, type Most, type Report } from './jobs.ts'

const CHILD = installedModule('workers/engine/procedural/child.ts')

interface Following {
  /** Receives the child's process id, for monitoring. */
  readonly onStart?: ((pid: number) => void) | undefined
  readonly onPreview?: Preview | undefined
  readonly most?: Most
}

/**
 * Runs one job in a forked child with limited memory and time. Settles only once the child is gone.
 * On abort the child is killed and the promise rejects with the signal's reason. A crash or failure in the child rejects with
 * its details, a bad asset with a Refusal.
 */
export function runChild(
  job: Job,
  signal: AbortSignal,
  onProgress: Progress,
  { onStart, onPreview, most: { memoryMb, ms } = MOST[job.kind] }: Following = {},
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
      else if ('preview' in report) onPreview?.(report.preview)
      else if ('failed' in report) failure = new Error(report.failed)
      else if ('refused' in report) failure = new Refusal('invalid_asset', report.refused)
      else made = report.sizes
    })
    child.once('error', (error) => {
      failure = error
      if (child.pid === undefined) settle(null, null)
      else kill()
    })
    // Ends processes of the group that survive a crash.
    child.once('exit', kill)
    child.once('close', settle)
    if (child.pid !== undefined) onStart?.(child.pid)
    // If the child is gone before the job is sent, its exit is the reported error, not the broken channel.
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

/** The child leads a process group, so that the processes that it spawned end with it. */
function killGroup(pid: number | undefined) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
