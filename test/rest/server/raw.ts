import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestGateway } from '../../support/gateway.ts'

export interface RawReply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

export async function openSocket({ url }: Pick<TestGateway, 'url'>): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function raw(gateway: Pick<TestGateway, 'url'>, request: string | Uint8Array): Promise<RawReply> {
  const socket = await openSocket(gateway)
  socket.write(request)
  return replyOf(await text(socket))
}

/** The last answer in the received bytes, after any `100 Continue`. */
export function replyOf(read: string): RawReply {
  const [head = '', ...rest] = read.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return { status: Number(line.split(' ')[1]), headers: new Map(headers), text: rest.join('\r\n\r\n') }
}

/** A request as text, on a separate connection. */
export function head(line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
}
