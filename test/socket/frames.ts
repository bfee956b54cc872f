import assert from 'node:assert/strict'
import type { WebSocket } from 'ws'
import { messageOf } from './client.ts'

export const ACCOUNT = '{ account { id } }'
const UPDATED = 'subscription ($id: ID!) { taskUpdated(id: $id) { seq } }'

export const subscribe = (id: unknown, query: unknown = ACCOUNT, variables?: unknown) =>
  JSON.stringify({ id, type: 'subscribe', payload: { query, variables } })
export const watch = (id: string, task: string) => subscribe(id, UPDATED, { id: task })
export const complete = (id: string) => JSON.stringify({ id, type: 'complete' })
const data = (id: string, value: object) => JSON.stringify({ id, type: 'next', payload: { data: value } })
export const account = (id: string, accountId: string) => data(id, { account: { id: accountId } })
export const seq = (id: string, number: number) => data(id, { taskUpdated: { seq: number } })

/** No other message has arrived, because messages keep their order. */
export async function assertQuiet(socket: WebSocket): Promise<void> {
  socket.send('{"type":"ping"}')
  assert.equal(await messageOf(socket), '{"type":"pong"}')
}
