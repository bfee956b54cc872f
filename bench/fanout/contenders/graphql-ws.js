import { createHub } from './hub.js'
import { listenToBench } from './peer.js'
import { serveGraphqlWs } from './serve.js'
import { stateOf } from './state.js'

/** Events come from the benchmark, in memory. */

const hub = createHub()
const bench = listenToBench((id, seq, progress) => hub.publish(id, { taskUpdated: stateOf(id, seq, progress) }))
serveGraphqlWs(hub, bench)
