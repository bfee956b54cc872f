import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createGraphQLHandler } from '../../src/http/graphql.ts'
import { createSocketHandler } from '../../src/http/socket.ts'
import { createdId, listen } from '../graphql/client.ts'
import { TaskUpdatedDocument } from '../graphql/generated/graphql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { closeOf, initialise, messageOf } from './client.ts'

// The end of its sockets is the end of the process: the gateway's key cache closes too.
const gateway = await startTestGateway({}, { own: true })
const graphql = createGraphQLHandler(gateway.rooms)
const sockets = createSocketHandler(gateway.rooms, graphql)
const server = createServer(graphql).on('upgrade', sockets.upgrade).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const second = { ...gateway, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }

test('a restart closes sockets with 1012, ends event streams, and leaves nothing open', async () => {
  const variables = { id: await createdId(gateway) }
  const socket = await initialise(second)
  socket.send(
    JSON.stringify({ id: '1', type: 'subscribe', payload: { query: TaskUpdatedDocument.toString(), variables } }),
  )
  await messageOf(socket)
  const events = listen(second, TaskUpdatedDocument, variables)
  await events.next()
  assert.equal(gateway.rooms.bus.size(), 2)
  const closed = closeOf(socket)
  await sockets.close()
  assert.deepEqual(await closed, { code: 1012, reason: 'Service restart' })
  // If completed, a stock client would assume that the task ended and not reconnect.
  await assert.rejects(events.next())
  assert.equal(gateway.rooms.bus.size(), 0)
})
