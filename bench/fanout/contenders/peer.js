/**
 * Messages between a contender and the benchmark, one answer for each: `{ subscribed: n }` is answered after this many
 * subscriptions since the start, `{ ids, seq, progress }` after the events of those tasks were passed to `publish`.
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
