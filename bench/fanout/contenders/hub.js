/**
 * One in-memory emitter for each task, with a queue for each consumer: the minimum that graphql-js can subscribe to.
 */
export function createHub() {
  const byId = new Map()
  return {
    publish(id, value) {
      for (const push of byId.get(id) ?? []) push(value)
    },
    subscribe(id) {
      const queue = []
      let waiting = null
      const push = (value) => {
        if (waiting) {
          const settle = waiting
          waiting = null
          settle({ value, done: false })
        } else queue.push(value)
      }
      const pushes = byId.get(id) ?? new Set()
      byId.set(id, pushes.add(push))
      return {
        next: () =>
          queue.length > 0
            ? Promise.resolve({ value: queue.shift(), done: false })
            : new Promise((resolve) => {
                waiting = resolve
              }),
        async return() {
          pushes.delete(push)
          waiting?.({ value: undefined, done: true })
          return { value: undefined, done: true }
        },
        [Symbol.asyncIterator]() {
          return this
        },
      }
    },
  }
}
