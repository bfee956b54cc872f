import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startServer } from '../../../src/http/server.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

test('closing completes the current request, then refuses connections', async () => {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const server = await startServer(gateway.rooms, {
    host: '127.0.0.1',
    port: 0,
    doors: {
      async graphql(_request, response) {
        arrived.resolve()
        await held.promise
        response.end('done')
      },
    },
  })
  const agent = new Agent({ keepAlive: true })
  const idle = request(`${server.url}/healthz`, { agent }).end()
  const [answer] = await once(idle, 'response')
  await text(answer)
  const answered = fetch(`${server.url}/graphql`)
  await arrived.promise
  const closed = server.close(60_000)
  held.resolve()
  assert.equal(await (await answered).text(), 'done')
  await closed
  await assert.rejects(fetch(`${server.url}/healthz`))
  agent.destroy()
})

test('a connection that was opened in advance and has sent nothing does not delay the end', async () => {
  const server = await startServer(gateway.rooms, { host: '127.0.0.1', port: 0, doors: {} })
  const socket = connect(server.port, '127.0.0.1').resume()
  const cut = once(socket, 'close')
  await once(socket, 'connect')
  await fetch(`${server.url}/healthz`)
  // Longer than the runner waits.
  await server.close(2 ** 30)
  await cut
})

test('requests that outlast the grace period are cut off', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = await startServer(gateway.rooms, {
    host: '127.0.0.1',
    port: 0,
    doors: { graphql: () => arrived.resolve() },
  })
  const answered = assert.rejects(fetch(`${server.url}/graphql`))
  await arrived.promise
  await server.close(0)
  await answered
})

test('clients with kept connections and continuous requests lose none', async () => {
  const server = await startServer(gateway.rooms, { host: '127.0.0.1', port: 0, doors: {} })
  const agent = new Agent({ keepAlive: true })
  const warm = Promise.withResolvers<void>()
  let answers = 0
  const ask = async () => {
    const [response] = await once(request(`${server.url}/healthz`, { agent }).end(), 'response')
    await text(response)
    answers++
    if (answers === 200) warm.resolve()
  }
  const askUntilRefused = async () => {
    for (;;) {
      const ended = await ask().catch((error: NodeJS.ErrnoException) => error.code)
      if (ended) return ended
    }
  }
  const clients = Array.from({ length: 16 }, askUntilRefused)
  await warm.promise
  await server.close(60_000)
  assert.deepEqual(new Set(await Promise.all(clients)), new Set(['ECONNREFUSED']))
  agent.destroy()
})
