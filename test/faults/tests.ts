import { type ChildProcess, spawn } from 'node:child_process'

/** Result of a test run; `broken`: it failed without a failed assertion. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'late'

export interface Run {
  readonly outcome: Outcome
  readonly ms: number
  readonly output: string
}

/** Time between the signal to end and the kill. */
const GRACE_MS = 10_000

let running: ChildProcess | null = null

/** Runs test files in a folder, with a time limit. */
export async function runTests(dir: string, files: readonly string[], limitMs: number): Promise<Run> {
  const start = performance.now()
  // A separate process group, so that all its processes end with it.
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

/** A failing test fails an assertion; a file that cannot be read or imported does not reach one. */
function outcomeOf(end: number | NodeJS.Signals | null, output: string): Outcome {
  if (end === 0) return 'passed'
  return output.includes('ERR_ASSERTION') ? 'failed' : 'broken'
}

/** Ends the current run with all its processes. */
export function endRun(signal: NodeJS.Signals): void {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
