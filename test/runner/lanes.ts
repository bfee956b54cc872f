import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FileResult, FromLane, Spent, ToLane } from './protocol.ts'

/**
 * A file that reports nothing for this time hangs: its lane is killed, and another one continues with the next file. No test
 * waits as long for one thing (test/support/until.ts).
 */
const SILENT_MS = 150_000
/** How long a lane may take to end; open resources keep it alive. */
const END_MS = 60_000

const HERE = import.meta.dirname
const FLAGS = [
  `--import=${pathToFileURL(join(HERE, 'context.ts')).href}`,
  '--disable-warning=ExperimentalWarning',
  // Young garbage is collected less often: a twentieth of a lane's time.
  '--max-semi-space-size=64',
  `--test-reporter=${pathToFileURL(join(HERE, 'reporter.ts')).href}`,
  '--test-reporter-destination=stdout',
]

/** Callbacks for the running files. */
export interface Heard {
  result(result: FileResult): void
  spent(spent: Spent): void
  warning(text: string): void
}

/** Starting a browser costs 3 s of processor time, so its files run in two lanes only. */
const BROWSER = 'test/browser/'
const WITH_BROWSER = 2

/** Runs the files in this number of processes; each takes the next file when it has finished one. */
export async function runInLanes(
  files: readonly string[],
  lanes: number,
  environment: NodeJS.ProcessEnv,
  heard: Heard,
): Promise<void> {
  const left = [...files]
  const runLane = async (_: unknown, lane: number) => {
    const isFor = (file: string) => lane < WITH_BROWSER || !file.startsWith(BROWSER)
    const take = () => left.splice(left.findIndex(isFor) >>> 0, 1)[0] ?? null
    // A lane that died or was killed is replaced while there is work.
    while (left.some(isFor)) await runOne(take, environment, heard)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, runLane))
}

/** One process, until there are no more files or it ends. */
async function runOne(take: () => string | null, environment: NodeJS.ProcessEnv, heard: Heard): Promise<void> {
  const child = fork(join(HERE, 'lane.ts'), {
    execArgv: FLAGS,
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let running: string | null = null
  let begun: string | null = null
  let silent: NodeJS.Timeout | undefined
  let hangs = false
  const watch = (ms = SILENT_MS) => {
    clearTimeout(silent)
    silent = setTimeout(() => {
      hangs = true
      child.kill('SIGKILL')
    }, ms)
  }
  const failed = (error: string) => {
    if (running === null) return
    const failure = { name: begun ?? 'the file', error }
    heard.result({ file: running, passed: 0, skipped: [], failures: [failure], seconds: 0 })
    running = null
  }
  child.on('message', (message: FromLane) => {
    if (running !== null) watch()
    if (message.kind === 'alive') begun = message.begun ?? begun
    else if (message.kind === 'result') {
      running = null
      heard.result(message)
    } else if (message.kind === 'warning') heard.warning(message.text)
    else if (message.kind === 'spent') heard.spent(message.spent)
    else if (message.kind === 'idle') {
      running = take()
      begun = null
      if (running === null) watch(END_MS)
      child.send((running === null ? { end: true } : { file: running }) satisfies ToLane, () => {})
    }
  })
  watch()
  const how = await ended(child)
  clearTimeout(silent)
  if (hangs && running === null) heard.warning('a test left something open: its lane did not end and was killed')
  failed(hangs ? `it did not end: killed after ${SILENT_MS / 1000} silent seconds` : `its process ended: ${how}`)
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
}
