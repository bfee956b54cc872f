/**
 * Every random choice about a pixel or a sample uses this generator (sfc32, 32-bit integers only), so the same key gives the
 * same bytes on every machine.
 */
export interface Random {
  /** In [0, 1). */
  next(): number
  range(low: number, high: number): number
  /** A whole number in [0, count). */
  below(count: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  /** A separate generator, independent of the draws of this one. */
  fork(label: string): Random
}

/** FNV-1a over UTF-16 units with a final avalanche. */
export function hash32(text: string, salt = 0): number {
  let hash = (0x811c9dc5 ^ salt) | 0
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function randomFrom(key: string): Random {
  let a = hash32(key, 1) | 0
  let b = hash32(key, 2) | 0
  let c = hash32(key, 3) | 0
  let counter = 1
  const word = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) word()
  const next = () => word() / 4294967296
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    fork: (label) => randomFrom(`${key}/${label}`),
  }
}
