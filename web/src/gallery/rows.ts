/** A row of pictures of one height, by their places. */
export interface Row {
  readonly from: number
  readonly to: number
  readonly height: number
}

/**
 * Breaks pictures into rows that fill a width, as lines of type are set: each picture keeps its shape, all of a row have one
 * height, and that is as near to the one wished for as can be. The last row is never higher than that.
 * @param ratios width by height of each picture
 */
export function rowsOf(ratios: readonly number[], width: number, gap: number, wish: number): readonly Row[] {
  const rows: Row[] = []
  let from = 0
  while (from < ratios.length) {
    const row = fullRow(ratios, from, width, gap, wish)
    rows.push(row)
    from = row.to
  }
  return rows
}

function fullRow(ratios: readonly number[], from: number, width: number, gap: number, wish: number): Row {
  let sum = 0
  let last = Number.POSITIVE_INFINITY
  for (let to = from; to < ratios.length; to++) {
    sum += ratios[to] ?? 1
    const height = (width - gap * (to - from)) / sum
    if (height > wish) {
      last = height
      continue
    }
    const isNearer = to === from || wish - height <= last - wish
    return isNearer ? { from, to: to + 1, height } : { from, to, height: last }
  }
  return { from, to: ratios.length, height: Math.min(last, wish) }
}
