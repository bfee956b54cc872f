import { makeExecutableSchema } from '@graphql-tools/schema'
import { PubSub } from 'graphql-subscriptions'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { tellReady } from '../../create/contenders/ready.js'
import { listenToBench } from './peer.js'
import { stateOf, typeDefs } from './state.js'

/** Apollo Server has no subscriptions itself: these are the libraries that its documentation recommends. */

const pubsub = new PubSub()
pubsub.ee.setMaxListeners(0)
const bench = listenToBench((id, seq, progress) => {
  pubsub.publish(`task ${id}`, { taskUpdated: stateOf(id, seq, progress) })
})
const resolvers = {
  Query: { version: () => '1' },
  Subscription: {
    taskUpdated: {
      subscribe(_root, { id }) {
        const changes = pubsub.asyncIterableIterator(`task ${id}`)
        bench.subscribed()
        return changes
      },
    },
  },
}
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/graphql' }, () =>
  tellReady(`http://127.0.0.1:${server.address().port}`),
)
useServer({ schema: makeExecutableSchema({ typeDefs, resolvers }) }, server)
