/** Sockets by watched task. They support the part of graphql-transport-ws that the load generator uses. */
export function createWatchers() {
  const byId = new Map()
  const watchers = {
    /** Of the newest subscription; all of them share it. */
    operation: '',
    add(socket, subscribed) {
      let watched = null
      const leave = () => byId.get(watched)?.delete(socket)
      socket.on('message', (data) => {
        const { type, id, payload } = JSON.parse(data.toString())
        if (type === 'connection_init') socket.send('{"type":"connection_ack"}')
        else if (type === 'complete') leave()
        else if (type === 'subscribe') {
          watched = payload.variables.id
          watchers.operation = id
          const sockets = byId.get(watched) ?? new Set()
          byId.set(watched, sockets.add(socket))
          subscribed()
        }
      })
      socket.on('error', () => {})
      socket.on('close', leave)
    },
    /** As bytes, so that `ws` need not encode the text for each socket: faster by a twentieth. */
    send(id, text) {
      const bytes = Buffer.from(text)
      for (const socket of byId.get(id) ?? []) socket.send(bytes, { binary: false })
    },
  }
  return watchers
}
