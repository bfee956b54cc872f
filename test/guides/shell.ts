import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const CURL = fileURLToPath(new URL('../curl', import.meta.url))

export interface Shell {
  /**
   * Runs commands where those before them ran.
   * @throws Error when one fails; the session is over then
   */
  run(commands: string): Promise<void>
  /** All that was said so far, by programs that were left running too. */
  said(): string
  /** Adds to it what was answered otherwise. */
  add(text: string): void
}

/** A shell session in a folder, as a reader has one open; ended, with all it started, after the file's tests. */
export function openShell(folder: string): Shell {
  const bash = spawn('bash', ['-euo', 'pipefail', '-s'], { cwd: folder, env: environment(), detached: true })
  const { pid } = bash
  assert.ok(pid)
  let [said, told, isOver] = ['', '', false]
  let look = () => {}
  bash.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
    look()
  })
  bash.stderr.setEncoding('utf8').on('data', (text) => {
    told += text
  })
  // What it left running would keep its output open.
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
          if (end < 0 && isOver) reject(new Error(`A command failed:\n${commands}\n${said.slice(start)}\n${told}`))
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

/** The reader's `node` is this one, and knows a little of a page; `curl` is what stands in for it, unless the real one is asked for. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, PATH, ...inherited } = process.env
  return {
    ...inherited,
    NODE_OPTIONS: `--import=${import.meta.resolve('./page.ts')}`,
    PATH: [dirname(process.execPath), ...(process.env['CURL_PATH'] ? [] : [CURL]), PATH].join(delimiter),
  }
}

/** What a session left running is of its group. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
