import { createServer } from 'node:net'

/**
 * Listens for a moment.
 * @param port 0 for any free one
 * @returns the port, which was free
 */
export function listenOnce(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().on('error', fail)
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}
