import { WebSocketServer } from 'ws'
import { tellReady } from '../../create/contenders/ready.js'
import { listenToBench } from './peer.js'
import { stateOf } from './state.js'
import { createWatchers } from './watchers.js'

/** The floor: sockets by task, and an event's text sent to each of its sockets. */

const watchers = createWatchers()
const bench = listenToBench((id, seq, progress) => {
  const data = { taskUpdated: stateOf(id, seq, progress) }
  watchers.send(id, JSON.stringify({ id: watchers.operation, type: 'next', payload: { data } }))
})
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
  tellReady(`http://127.0.0.1:${server.address().port}`),
)
server.on('connection', (socket) => watchers.add(socket, bench.subscribed))
