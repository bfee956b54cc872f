/**
 * A contender's talk with the benchmark, one answer a message: `{ subscribed: n }` is answered once so many subscriptions were
 * made since the start, `{ ids, seq, progress }` once the events of those tasks were handed to `publish`.
 */
export function listenToBench(publish) {
  let made = 0
  let awaited = null
  const tell = () => {
    if (awaited === null || made < awaited) return
    awaited = null
    process.send({ subscribed: made })
  }
  process.on('message', ({ subscribed, ids, seq, progress }) => {
    if (subscribed !== undefined) {
      awaited = subscribed
      tell()
    } else if (ids) {
      for (const id of ids) publish(id, seq, progress)
      process.send({ published: ids.length })
    }
  })
  return {
    subscribed() {
      made += 1
      tell()
    },
  }
}
