import { Client } from 'pg'
import { createHub } from './hub.js'
import { listenToBench } from './peer.js'
import { serveGraphqlWs } from './serve.js'
import { stateOfRow } from './state.js'

/** LISTEN wakes it, and one prepared statement reads all events since the last one. */

const READ = `select e.id, e.task_id, e.seq, upper(t.status) as status, t.progress, t.frozen_micro, t.started_at
  from event e join task t on t.id = e.task_id where e.id > $1 order by e.id`

const hub = createHub()
const bench = listenToBench(() => {})
const client = new Client({ connectionString: process.env.DATABASE_URL })
let last = '0'
let [isReading, isDue] = [false, false]

async function read() {
  isDue = true
  if (isReading) return
  isReading = true
  while (isDue) {
    isDue = false
    const { rows } = await client.query({ name: 'read', text: READ, values: [last] })
    for (const row of rows) hub.publish(row.task_id, { taskUpdated: stateOfRow(row) })
    last = rows.at(-1)?.id ?? last
  }
  isReading = false
}

client.on('notification', read)
await client.connect()
await client.query('listen vidgate_events')
serveGraphqlWs(hub, bench)
