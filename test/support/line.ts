import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A connection to a server that a test can break. */
export interface Line {
  readonly port: number
  /** Breaks all connections without closing them, as a network does. */
  cut(): void
  /** Makes the server unreachable. */
  close(): Promise<void>
  /** Makes it reachable again, at the same port. */
  open(): Promise<void>
  /** Connections so far. */
  connections(): number
}

/** @param breaks whether a connection breaks after the data that the server has just sent */
export async function openLineTo(host: string, port: number, breaks = (_sent: Buffer) => false): Promise<Line> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((near) => {
    connections++
    const far = connect(port, host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    far.on('data', (sent) => {
      if (breaks(sent)) near.resetAndDestroy()
    })
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  after(close)
  return { port: own, cut, close, open: () => listen(own), connections: () => connections }
}
