import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A received try. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders & Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of many shapes
  readonly body: any
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Connections so far. */
  connections(): number
  /** Settles with the first tries, past or future, when there are this many. */
  got(count: number): Promise<Received[]>
}

/** A real receiver on this machine. @param answer handles each try; 200 at once by default */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, count: number) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = []
  let connections = 0
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const headers = request.headers as Received['headers']
    const each = { path: request.url ?? '', headers, text, body: JSON.parse(text) }
    received.push(each)
    answer(response, each, received.length)
    for (const look of waiting) look()
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    got: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting = waiting.filter((each) => each !== look)
          resolve(received.slice(0, count))
        }
        waiting.push(look)
        look()
      }),
  }
}

/** A try checked by a stock library: returns its body, or throws. */
export function verified(secret: string, { text, headers }: Received): unknown {
  return new Webhook(secret).verify(text, headers)
}

export const LOOPBACK = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' }

/** For a test gateway that delivers to receivers on this machine. */
export const DELIVERING = { environment: LOOPBACK, chores: ['delivering'] } as const
