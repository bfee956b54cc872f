/** Takes memory until there is none, and reports after each step how many megabytes it has. */
const held: Buffer[] = []
try {
  for (;;) {
    held.push(Buffer.alloc(10_000_000, 1))
    process.send?.(held.length * 10)
  }
} catch {
  process.disconnect()
}
