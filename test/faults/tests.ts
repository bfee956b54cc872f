import { type ChildProcess, spawn } from 'node:child_process'

/** How a run of tests ended; `broken`: it failed, but no test said so. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'late'

export interface Run {
  readonly outcome: Outcome
  readonly ms: number
  readonly output: string
}

/** After being asked to end, a run has so long before it is ended. */
const GRACE_MS = 10_000

let running: ChildProcess | null = null

/** Runs test files in a folder, for so long at most. */
export async function runTests(dir: string, files: readonly string[], limitMs: number): Promise<Run> {
  const start = performance.now()
  // A group of its own, so that whatever it starts ends with it.
  const child = spawn(process.execPath, ['test/run.ts', ...files], { cwd: dir, detached: true })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    endRun('SIGTERM')
  }, limitMs)
  const last = setTimeout(() => endRun('SIGKILL'), limitMs + GRACE_MS)
  const { promise, resolve, reject } = Promise.withResolvers<number | NodeJS.Signals | null>()
  child.on('close', (code, signal) => resolve(code ?? signal)).on('error', reject)
  const end = await promise
  clearTimeout(limit)
  clearTimeout(last)
  running = null
  const outcome = isLate ? 'late' : outcomeOf(end, output)
  return { outcome, ms: performance.now() - start, output: `${output}\nThe run ended with ${end}.` }
}

/** A test that fails says so by an assertion; a file that cannot be read or imported never comes so far. */
function outcomeOf(end: number | NodeJS.Signals | null, output: string): Outcome {
  if (end === 0) return 'passed'
  return output.includes('ERR_ASSERTION') ? 'failed' : 'broken'
}

/** Ends the run under way, with all that it started. */
export function endRun(signal: NodeJS.Signals): void {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
