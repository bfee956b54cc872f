/** Allocates memory until there is none, and reports the megabytes after each step. */
const held: Buffer[] = []
try {
  for (;;) {
    held.push(Buffer.alloc(10_000_000, 1))
    process.send?.(held.length * 10)
  }
} catch {
  process.disconnect()
}
