/** Says where this server listens; without the benchmark that started it, it ends. */
export function tellReady(url) {
  process.on('disconnect', () => process.exit())
  process.send({ ready: url })
}
