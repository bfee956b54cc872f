import { Client } from 'pg'
import { WebSocketServer } from 'ws'
import { tellReady } from '../../create/contenders/ready.js'
import { listenToBench } from './peer.js'
import { createWatchers } from './watchers.js'

/** LISTEN → ws: a notification is a task's id, a space and the text for its sockets. */

const watchers = createWatchers()
const bench = listenToBench(() => {})
const client = new Client({ connectionString: process.env.DATABASE_URL })
client.on('notification', ({ payload }) => {
  const blank = payload.indexOf(' ')
  watchers.send(payload.slice(0, blank), payload.slice(blank + 1))
})
await client.connect()
await client.query(`listen ${process.env.CHANNEL}`)
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
  tellReady(`http://127.0.0.1:${server.address().port}`),
)
server.on('connection', (socket) => watchers.add(socket, bench.subscribed))
