import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A TCP relay between a process and its database, which a test can cut. */
export interface Relay {
  /** The database's URL through the relay. */
  readonly url: string
  /** Connections that were refused so far. */
  readonly refused: number
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let isCut = false
  let refused = 0
  const server = createServer((near) => {
    near.on('error', () => {})
    if (isCut) {
      refused += 1
      near.destroy()
      return
    }
    const far = connect(target)
    far.on('error', () => {})
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  after(() => {
    cut()
    server.close()
  })
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get refused() {
      return refused
    },
    cut,
    mend() {
      isCut = false
    },
  }
}
