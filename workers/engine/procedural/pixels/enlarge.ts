/** Doubles both sides of an I420 picture, smoothly. @param width, height of the small one, both multiples of 2 */
export function enlarge(from: Uint8Array, width: number, height: number, into: Uint8Array): void {
  const [size, quarter] = [width * height, (width * height) / 4]
  enlargePlane(from, 0, width, height, into, 0)
  enlargePlane(from, size, width / 2, height / 2, into, 4 * size)
  enlargePlane(from, size + quarter, width / 2, height / 2, into, 4 * size + 4 * quarter)
}

/** Each new sample lies a quarter of a pixel from the nearest old one, and is three parts of it and one of the next nearest. */
function enlargePlane(
  from: Uint8Array,
  start: number,
  width: number,
  height: number,
  into: Uint8Array,
  to: number,
): void {
  const rows = [0, 1, 2].map(() => new Uint16Array(width * 2)) as [Uint16Array, Uint16Array, Uint16Array]
  widen(from, start, width, rows[0])
  rows[1].set(rows[0])
  for (let row = 0; row < height; row++) {
    const [above, here, below] = rows
    if (row + 1 < height) widen(from, start + (row + 1) * width, width, below)
    else below.set(here)
    for (let x = 0, upper = to + row * width * 4, lower = upper + width * 2; x < width * 2; x++, upper++, lower++) {
      const near = 3 * (here[x] as number) + 8
      into[upper] = (near + (above[x] as number)) >> 4
      into[lower] = (near + (below[x] as number)) >> 4
    }
    rows.push(rows.shift() as Uint16Array)
  }
}

/** One row at twice the width, in quarters. */
function widen(from: Uint8Array, start: number, width: number, into: Uint16Array): void {
  let left = from[start] as number
  for (let x = 0; x < width; x++) {
    const here = from[start + x] as number
    const right = x + 1 < width ? (from[start + x + 1] as number) : here
    into[2 * x] = 3 * here + left
    into[2 * x + 1] = 3 * here + right
    left = here
  }
}
