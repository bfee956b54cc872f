import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from './joined.ts'

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 12_000

/** A separate process: the product, or a server for comparison. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** Sends it a message and waits for the answer. */
  ask(message: object): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts a server's file, which sends `{ ready: url }` once it listens.
 * @param file path from the top
 */
export async function startServer(file: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const program = await programOf(file)
  const child = fork(program.path, {
    env: {
      ...process.env,
      ...program.environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const { ready } = await firstMessage<{ ready: string }>(child, file)
    const ask = (message: object) => {
      const answer = firstMessage(child, file)
      child.send(message)
      return answer
    }
    return { port: Number(new URL(ready).port), pid: child.pid ?? 0, ask, close: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw error
  }
}

function firstMessage<T>(child: ChildProcess, file: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${file} was not ready in time`)), READY_WITHIN_MS)
    late.unref()
    const ended = () => reject(new Error(`${file} ended before it was ready`))
    child.once('exit', ended).once('error', reject)
    child.once('message', (message) => {
      clearTimeout(late)
      child.off('exit', ended).off('error', reject)
      resolve(message as T)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await gone
  clearTimeout(late)
}
