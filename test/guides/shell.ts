import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const CURL = fileURLToPath(new URL('../curl', import.meta.url))

export interface Shell {
  /** Runs commands after those before them in the same shell. @throws Error if one fails, which ends the session */
  run(commands: string): Promise<void>
  /** All output so far, including that of programs still running. */
  said(): string
  /** Adds answers from elsewhere to it. */
  add(text: string): void
}

/** A shell session in a folder, like a reader's; it ends with all its processes after the file's tests. */
export function openShell(folder: string): Shell {
  const bash = spawn('bash', ['-euo', 'pipefail', '-s'], { cwd: folder, env: environment(), detached: true })
  const { pid } = bash
  assert.ok(pid)
  let [said, errors, isOver] = ['', '', false]
  let look = () => {}
  bash.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
    look()
  })
  bash.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  // Programs still running would keep its output open.
  bash.once('exit', () => endGroup(pid))
  bash.once('close', () => {
    isOver = true
    look()
  })
  after(() => endGroup(pid))
  let count = 0
  return {
    said: () => said,
    add: (text) => {
      said += text
    },
    run: (commands) =>
      new Promise((resolve, reject) => {
        const start = said.length
        const mark = `\u0001${count++}\n`
        look = () => {
          const end = said.indexOf(mark, start)
          if (end < 0 && isOver) reject(new Error(`A command failed:\n${commands}\n${said.slice(start)}\n${errors}`))
          if (end < 0) return
          said = said.slice(0, end) + said.slice(end + mark.length)
          look = () => {}
          resolve()
        }
        bash.stdin.write(`${commands}\nprintf '\\001${mark.slice(1, -1)}\\n'\n`)
        look()
      }),
  }
}

/** The reader's `node` is this one with parts of a page; `curl` is the replacement, unless the real one is selected. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, PATH, ...inherited } = process.env
  return {
    ...inherited,
    NODE_OPTIONS: `--import=${import.meta.resolve('./page.ts')}`,
    PATH: [dirname(process.execPath), ...(process.env['CURL_PATH'] ? [] : [CURL]), PATH].join(delimiter),
  }
}

/** Programs that a session left running are in its process group. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
