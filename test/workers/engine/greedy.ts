/** Allocates memory until there is none, and reports the megabytes after each step. */
const held: Buffer[] = []
try {
  for (;;) {
    // Memory that is not written counts too, and costs no time.
    held.push(Buffer.alloc(10_000_000))
    process.send?.(held.length * 10)
  }
} catch {
  process.disconnect()
}
