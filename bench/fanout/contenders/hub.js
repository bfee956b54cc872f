/** An emitter a task, in memory, each consumer with a queue: the least that graphql-js can follow. */
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
