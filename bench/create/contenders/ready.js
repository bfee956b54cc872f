/** Reports this server's address; ends without the benchmark that started it. */
export function tellReady(url) {
  process.on('disconnect', () => process.exit())
  process.send({ ready: url })
}
