import { buildSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { tellReady } from '../../create/contenders/ready.js'
import { typeDefs } from './state.js'

/** graphql-js and graphql-ws on ws, with nothing between. Subscriptions read from the hub. */
export function serveGraphqlWs(hub, bench) {
  const roots = {
    subscription: {
      taskUpdated({ id }) {
        bench.subscribed()
        return hub.subscribe(id)
      },
    },
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/graphql' }, () =>
    tellReady(`http://127.0.0.1:${server.address().port}`),
  )
  useServer({ schema: buildSchema(typeDefs), roots }, server)
}
