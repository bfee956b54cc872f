import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import type { TestGateway } from '../support/gateway.ts'

export interface Line {
  /** The same gateway, reached over the line. */
  readonly gateway: TestGateway
  /** Breaks every connection off, as a network does: without a farewell. */
  cut(): void
  /** Connections so far. */
  connections(): number
}

/**
 * A line to a gateway that can be cut; whoever comes back is connected again.
 * @param breaks whether a connection breaks off behind what the gateway has just sent over it
 */
export async function openLine(gateway: TestGateway, breaks = (_sent: Buffer) => false): Promise<Line> {
  const { hostname, port } = new URL(gateway.url)
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((near) => {
    connections++
    const far = connect(Number(port), hostname)
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  after(() => {
    server.close()
    cut()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { gateway: { ...gateway, url }, cut, connections: () => connections }
}
