import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { openCreate } from './create-once.js'
import { contextOf, resolversFor, typeDefs } from './graphql-schema.js'
import { tellReady } from './ready.js'

const server = new ApolloServer({ typeDefs, resolvers: resolversFor(await openCreate()) })
const { url } = await startStandaloneServer(server, {
  listen: { host: '127.0.0.1', port: 0 },
  context: async ({ req }) => contextOf(req.headers),
})
tellReady(url)
