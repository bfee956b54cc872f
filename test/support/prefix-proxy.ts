import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after } from 'node:test'

export interface PrefixProxy {
  readonly url: string
  /** Sets the gateway. */
  forwardTo(gateway: string): void
}

/** A proxy that serves a gateway under a path prefix, which it removes, and nothing else. */
export async function startPrefixProxy(prefix: string): Promise<PrefixProxy> {
  let target = new URL('http://127.0.0.1')
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(404).end()
    const { hostname, port } = target
    const forwarded = send({ hostname, port, method, headers, path: url.slice(prefix.length) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    return request.pipe(forwarded)
  })
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.on('upgrade', ({ url = '', rawHeaders }, near: Socket) => {
    if (!url.startsWith(`${prefix}/`)) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    far.write(`GET ${url.slice(prefix.length)} HTTP/1.1\r\n`)
    for (let i = 0; i < rawHeaders.length; i += 2) far.write(`${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`)
    far.write('\r\n')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    return far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    forwardTo(gateway) {
      target = new URL(gateway)
    },
  }
}
