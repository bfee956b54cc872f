import { createServer } from 'node:http'
import { createSchema, createYoga } from 'graphql-yoga'
import { openCreate } from './create-once.js'
import { contextOf, resolversFor, typeDefs } from './graphql-schema.js'
import { tellReady } from './ready.js'

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers: resolversFor(await openCreate()) }),
  context: ({ req }) => contextOf(req.headers),
  logging: false,
  graphiql: false,
})
const server = createServer(yoga)
server.listen(0, '127.0.0.1', () => tellReady(`http://127.0.0.1:${server.address().port}`))
