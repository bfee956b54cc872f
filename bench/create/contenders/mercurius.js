import fastify from 'fastify'
import mercurius from 'mercurius'
import { openCreate } from './create-once.js'
import { contextOf, resolversFor, typeDefs } from './graphql-schema.js'
import { tellReady } from './ready.js'

/** mercurius with its compiler, its fastest setting. */

const app = fastify()
app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolversFor(await openCreate()),
  context: (request) => contextOf(request.headers),
  jit: 1,
})
tellReady(await app.listen({ host: '127.0.0.1', port: 0 }))
