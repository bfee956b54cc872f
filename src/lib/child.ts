import { fork } from 'node:child_process'
import { ConfigError } from '../config.ts'
import type { Run } from './keep-running.ts'

/**
 * Starts a module as a process that ends by itself when this process ends.
 * @param onReady receives the message of the process when it accepts work
 * @throws ConfigError if it ended before that; its standard error says why
 */
export async function forkUntilReady<Message>(
  path: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  onReady: (message: Message) => void,
): Promise<Run> {
  const child = fork(path, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let end: { code: number | null; how: string } | null = null
  const ended = new Promise<string>((done) => {
    const settle = (code: number | null, how: string) => {
      end ??= { code, how }
      done(end.how)
    }
    child.on('error', (error) => settle(null, error.message))
    child.on('exit', (code, by) => settle(code, by ?? `exit code ${code}`))
  })
  const stop = async () => {
    if (!end) child.kill('SIGTERM')
    await ended
  }
  signal.addEventListener('abort', stop, { once: true })
  const ready = new Promise<Message>((done) => child.once('message', (message) => done(message as Message)))
  const message = await Promise.race([ready, ended.then(() => null)])
  signal.removeEventListener('abort', stop)
  if (message === null) throw notReady(path, end ?? { code: null, how: '' })
  onReady(message)
  return { pid: child.pid, ended, stop }
}

function notReady(path: string, { code, how }: { code: number | null; how: string }): Error {
  const message = `${path} did not start (${how})`
  return code === null ? new Error(message) : new ConfigError(`${message}; its output above says why.`)
}
