import fastify from 'fastify'
import mercurius from 'mercurius'
import { tellReady } from '../../create/contenders/ready.js'
import { listenToBench } from './peer.js'
import { stateOf, typeDefs } from './state.js'

/** mercurius with its own emitter. */

const app = fastify()
const bench = listenToBench((id, seq, progress) => {
  app.graphql.pubsub.publish({ topic: `task ${id}`, payload: { taskUpdated: stateOf(id, seq, progress) } })
})
const resolvers = {
  Query: { version: () => '1' },
  Subscription: {
    taskUpdated: {
      async subscribe(_root, { id }, { pubsub }) {
        const changes = await pubsub.subscribe(`task ${id}`)
        bench.subscribed()
        return changes
      },
    },
  },
}
app.register(mercurius, { schema: typeDefs, resolvers, subscription: true })
tellReady(await app.listen({ host: '127.0.0.1', port: 0 }))
