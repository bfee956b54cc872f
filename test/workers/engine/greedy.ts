/** Takes memory until there is none, and says how many megabytes it got. */
const held: Buffer[] = []
try {
  for (;;) held.push(Buffer.alloc(10_000_000, 1))
} catch {
  process.send?.(held.length * 10)
}
process.once('disconnect', () => process.exit())
