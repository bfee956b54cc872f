import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { programOf } from './joined.ts'

/** `npm start`: its parent process. */
export interface NpmStart {
  readonly child: ChildProcess
  /** Standard error of the process and its children. */
  readonly lines: readonly string[]
  /** Its URL once it is ready; null if it ended before. */
  readonly ready: Promise<string | null>
  /** Its exit code or signal, once its output was read. */
  readonly ended: Promise<number | string>
}

/** A new folder for a `DATA_DIR`, removed after the file. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-start-'))
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }))
  return dataDir
}

/** Runs it until the file has finished. */
export async function npmStart(dataDir: string, environment: Readonly<Record<string, string>> = {}): Promise<NpmStart> {
  const program = await programOf('src/start.ts')
  const start = runNpmStart(dataDir, { ...program.environment, ...environment }, program.path)
  after(async () => {
    start.child.kill('SIGTERM')
    await start.ended
  })
  return start
}

export function runNpmStart(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  path = 'src/start.ts',
): NpmStart {
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const closed = once(child, 'close').then(([code, signal]) => signal ?? code)
  const ready = new Promise<string | null>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) done(line.slice('ready '.length))
    })
    void closed.then(() => done(null))
  })
  return { child, lines, ready, ended: closed }
}
