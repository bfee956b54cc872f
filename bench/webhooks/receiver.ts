import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver process: one address answers at once, the other one never. */

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const good = await listen((request, response) => {
  request.resume().on('end', () => response.end())
})
const hole = await listen((request) => void request.resume())
process.send?.({ ready: good, hole })
