import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { keepDoing, type Target } from '../attack.ts'

const PINGS = 100_000
const BATCH = 1000
/** The limit of bytes waiting to be sent. */
const UNSENT_MAX_BYTES = 1_000_000

/** GraphQL pings on one socket and WebSocket pings on another, both without authentication. */
export function pings(target: Target): Promise<void> {
  return keepDoing(target, { atOnce: 2, pauseMs: 1000 }, async (turn) => {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}/graphql`, 'graphql-transport-ws')
    socket.on('error', () => {})
    const closed = once(socket, 'close').then(([code]) => `closed ${code}`)
    const sent = send(socket, turn % 2 === 0, target.signal).then(() => 'sent all')
    const outcome = await Promise.race([closed, sent])
    socket.terminate()
    return outcome
  })
}

async function send(socket: WebSocket, isProtocols: boolean, signal: AbortSignal): Promise<void> {
  await once(socket, 'open')
  for (let sent = 0; sent < PINGS && !signal.aborted; sent += BATCH) {
    if (socket.readyState !== WebSocket.OPEN) return new Promise(() => {})
    for (let i = 0; i < BATCH; i++) {
      if (isProtocols) socket.send('{"type":"ping"}')
      else socket.ping()
    }
    do await pause(1)
    while (socket.bufferedAmount > UNSENT_MAX_BYTES && !signal.aborted)
  }
}
