import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Watched } from '../support/watched.ts'

/** A subscriber on a bare socket: it can stop reading, which the stock client cannot, and uses little CPU. */
export interface Reader {
  readonly socket: WebSocket
  /** Settles when the first state has arrived: from then on it must receive every event. */
  readonly begun: Promise<void>
}

const NARROW = 'seq task { id }'
/** The task's metadata twice. */
const WIDE = 'seq skipped task { id status progress prompt metadata again: metadata cost { frozenMicro } createdAt }'

/** The start of every message with an event, as the gateway writes it. */
const EVENT = /^\{"id":"1","type":"next","payload":\{"data":\{"taskUpdated":\{"seq":(\d+)/

export async function openReader(
  port: number,
  { id, key }: Watched,
  width: 'narrow' | 'wide',
  onEvent: (seq: number) => void,
): Promise<Reader> {
  const headers = { authorization: `Bearer ${key}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { headers })
  const query = `subscription ($id: ID!) { taskUpdated(id: $id) { ${width === 'wide' ? WIDE : NARROW} } }`
  await once(socket, 'open')
  socket.on('error', () => {})
  const begun = new Promise<void>((resolve) => {
    let isFirst = true
    socket.on('message', (data) => {
      const text = String(data)
      if (text === '{"type":"connection_ack"}') {
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { id } } }))
        return
      }
      const [, seq] = EVENT.exec(text) ?? []
      if (seq === undefined) return
      if (isFirst) resolve()
      else onEvent(Number(seq))
      isFirst = false
    })
  })
  socket.send('{"type":"connection_init"}')
  return { socket, begun }
}
