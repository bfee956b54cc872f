import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from '../attack.ts'

const SOCKETS = 2000
const OPENED_AT_ONCE = 50
const BETWEEN_MS = 50
const AGAIN_MS = 10_000
const SENT = `{"prompt":"${'a'.repeat(200_000)}`
const TYPES: Readonly<Record<string, string>> = {
  '/v1/videos': 'application/json',
  '/graphql': 'application/json',
  '/v1/files': 'multipart/form-data; boundary=x',
}

/** Calls with an invalid key and bodies that stop before their end. A disconnected attacker reconnects. */
export async function heldBodies(target: Target): Promise<void> {
  const { signal } = target
  const paths = Object.keys(TYPES)
  const hold = async (index: number) => {
    await pause(Math.floor(index / OPENED_AT_ONCE) * BETWEEN_MS, undefined, { signal }).catch(() => {})
    while (!signal.aborted) {
      await holdOne(target, paths[index % paths.length] ?? '')
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: SOCKETS }, (_, index) => hold(index)))
}

function holdOne({ port, signal, count }: Target, path: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        ...['Host: gateway', `Content-Type: ${TYPES[path]}`, `Content-Length: ${SENT.length + 10_000}`],
        'Authorization: Bearer vgk_0000000000000000000000000000000000000000',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${SENT}`)
      count('opened')
    })
    const leave = () => socket.destroy()
    signal.addEventListener('abort', leave, { once: true })
    socket.once('data', (answer: Buffer) => count(answer.toString('latin1', 9, 12)))
    socket.on('error', () => {})
    socket.once('close', () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    socket.resume()
  })
}
