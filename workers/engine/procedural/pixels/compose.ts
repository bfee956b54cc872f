import { EMPTY, type Plate, SOLID, TILE } from './plate.ts'

/** The frame in progress: planes with FRACTION, chroma at half size. */
export interface Field {
  readonly width: number
  readonly height: number
  readonly y: Uint16Array
  readonly u: Uint16Array
  readonly v: Uint16Array
}

export interface View {
  /** Growth about (centre, horizon) and shift of this layer in this frame. */
  readonly scale: number
  readonly shift: number
}

/** Draws plates row by row. Has the tables of one frame: make one per painter and reuse it. */
export interface Composer {
  /** Reads `views` for the frame and prepares the tables. */
  aim(views: readonly View[]): void
  /** Draws rows [from, to). `backdrop` first draws each row that no plate covers fully. Both bounds are even. */
  draw(from: number, to: number, backdrop: (row: number) => void): void
}

interface Track {
  readonly plate: Plate
  /** Source column (with 8 fractional bits) of each output column, luma and chroma. */
  readonly at: Int32Array
  readonly halfAt: Int32Array
  /** First output column of each tile, and one past the last. */
  readonly starts: Int32Array
  scale: number
}

/** Buffers and tables of one row, made once. */
interface Desk {
  readonly field: Field
  readonly ink: Int32Array
  readonly cover: Int32Array
  /** For each CELL of the row the nearest plate that fills it, −1 if none does. */
  readonly tops: Int8Array
}

/** Width in output columns of a cell of the visibility test. */
const CELL = 32

export function newComposer(plates: readonly Plate[], field: Field, horizon: number): Composer {
  const { width } = field
  const tracks: Track[] = plates.map((plate) => ({
    plate,
    at: new Int32Array(width),
    halfAt: new Int32Array(width / 2),
    starts: new Int32Array(Math.ceil(plate.width / TILE) + 1),
    scale: 1,
  }))
  const widest = Math.max(2, ...plates.map((plate) => plate.width))
  const desk: Desk = {
    field,
    ink: new Int32Array(widest),
    cover: new Int32Array(widest),
    tops: new Int8Array(Math.ceil(width / CELL)),
  }
  const aim = (views: readonly View[]) => {
    tracks.forEach((track, i) => {
      const view = views[i] as View
      track.scale = view.scale
      aimTrack(track, width, view)
    })
  }
  const sourceRow = (track: Track, row: number) => (row - horizon) / track.scale + horizon - track.plate.top
  const draw = (from: number, to: number, backdrop: (row: number) => void) => {
    for (let row = from; row < to; row++) {
      desk.tops.fill(-1)
      for (let i = tracks.length - 1; i >= 0; i--) {
        const track = tracks[i] as Track
        markSolid(track, sourceRow(track, row), i, desk.tops)
      }
      if (desk.tops.includes(-1)) backdrop(row)
      for (let i = 0; i < tracks.length; i++) {
        const track = tracks[i] as Track
        const source = sourceRow(track, row)
        if (source > -1 && source < track.plate.height - 1) drawRow(track, i, source, row, desk)
      }
    }
  }
  return { aim, draw }
}

function aimTrack(track: Track, width: number, view: View) {
  const { plate, at, halfAt } = track
  const centre = width / 2
  const limit = (plate.width - 1) * 256 - 1
  for (let x = 0; x < width; x++) {
    const source = Math.round(((x - centre) / view.scale + centre + view.shift - plate.left) * 256)
    at[x] = source < 0 ? 0 : Math.min(source, limit)
  }
  const halfLimit = (plate.width / 2 - 1) * 256 - 1
  for (let x = 0; x < width / 2; x++) {
    const source = (at[x * 2] as number) >> 1
    halfAt[x] = Math.min(source, halfLimit)
  }
  markStarts(track.starts, at)
}

/** Output columns at which the source enters each tile. */
function markStarts(starts: Int32Array, at: Int32Array) {
  let x = 0
  for (let i = 0; i < starts.length; i++) {
    while (x < at.length && (at[x] as number) >> 8 < i * TILE) x++
    starts[i] = x
  }
  starts[starts.length - 1] = at.length
}

function markSolid(track: Track, source: number, index: number, tops: Int8Array) {
  const { plate, starts } = track
  if (source < 0 || source >= plate.height - 1) return
  const columns = starts.length - 1
  const band = (Math.floor(source) >> 1) * columns
  for (let first = 0, last = 0; first < columns; first = last) {
    last = first + 1
    if (plate.tiles[band + first] !== SOLID) continue
    while (last < columns && plate.tiles[band + last] === SOLID) last++
    const end = Math.floor((starts[last] as number) / CELL)
    for (let cell = Math.ceil((starts[first] as number) / CELL); cell < end; cell++) {
      if ((tops[cell] as number) < 0) tops[cell] = index
    }
  }
}

/** Draws the runs of tiles of one kind, except where nearer plates hide them. Clear tiles cost nothing, solid ones no alpha. */
function drawRow(track: Track, index: number, source: number, row: number, desk: Desk) {
  const { plate, starts } = track
  const { tops } = desk
  const columns = starts.length - 1
  const band = (Math.max(0, Math.floor(source)) >> 1) * columns
  for (let first = 0, last = 0; first < columns; first = last) {
    const kind = plate.tiles[band + first] as number
    last = first + 1
    while (last < columns && plate.tiles[band + last] === kind) last++
    if (kind === EMPTY) continue
    const end = starts[last] as number
    let from = starts[first] as number
    while (from < end) {
      while (from < end && (tops[(from / CELL) | 0] as number) > index) from = (((from / CELL) | 0) + 1) * CELL
      let to = from
      while (to < end && (tops[(to / CELL) | 0] as number) <= index) to = (((to / CELL) | 0) + 1) * CELL
      if (to > end) to = end
      if (to > from) drawRun(track, source, row, from, to, kind === SOLID, desk)
      from = to > from ? to : end
    }
  }
}

function drawRun(track: Track, source: number, row: number, from: number, to: number, solid: boolean, desk: Desk) {
  const { plate, at, halfAt } = track
  const { field, ink, cover } = desk
  const { width, height } = plate
  const low = (at[from] as number) >> 8
  const high = ((at[to - 1] as number) >> 8) + 1
  lerpRows(plate.y, ink, width, source, height, low, high)
  if (!solid) lerpRows(plate.a, cover, width, source, height, low, high)
  lay(field.y, row * field.width, from, to, at, ink, solid ? null : cover)
  const half = (source + 0.5) / 2 - 0.25
  if ((row & 1) !== 0 || half >= height / 2) return
  const halfFrom = (from + 1) >> 1
  const halfTo = (to + 1) >> 1
  if (halfTo <= halfFrom) return
  const halfLow = (halfAt[halfFrom] as number) >> 8
  const halfHigh = ((halfAt[halfTo - 1] as number) >> 8) + 1
  const start = (row >> 1) * (field.width / 2)
  if (!solid) lerpRows(plate.half, cover, width / 2, half, height / 2, halfLow, halfHigh)
  lerpRows(plate.u, ink, width / 2, half, height / 2, halfLow, halfHigh)
  lay(field.u, start, halfFrom, halfTo, halfAt, ink, solid ? null : cover)
  lerpRows(plate.v, ink, width / 2, half, height / 2, halfLow, halfHigh)
  lay(field.v, start, halfFrom, halfTo, halfAt, ink, solid ? null : cover)
}

/** Blends two plate rows into the scratch rows, only as far as the frame needs them. */
function lerpRows(
  source: Uint16Array,
  into: Int32Array,
  width: number,
  row: number,
  height: number,
  low: number,
  high: number,
) {
  const top = Math.floor(row)
  const weight = Math.round((row - top) * 256)
  const upper = Math.max(0, top) * width
  const lower = Math.max(0, Math.min(height - 1, top + 1)) * width
  for (let x = low; x <= high; x++) {
    const a = source[upper + x] as number
    into[x] = (a << 4) + ((((source[lower + x] as number) - a) * weight) >> 4)
  }
}

/** Draws one run onto the frame. Scratch rows have four more fractional bits; alpha is 0..4096, null is solid. */
function lay(
  into: Uint16Array,
  start: number,
  from: number,
  to: number,
  at: Int32Array,
  ink: Int32Array,
  cover: Int32Array | null,
) {
  if (cover === null) {
    for (let x = from; x < to; x++) {
      const source = at[x] as number
      const a = ink[source >> 8] as number
      into[start + x] = (a + ((((ink[(source >> 8) + 1] as number) - a) * (source & 255)) >> 8)) >> 4
    }
    return
  }
  for (let x = from; x < to; x++) {
    const source = at[x] as number
    const i = source >> 8
    const weight = source & 255
    const left = cover[i] as number
    const alpha = left + ((((cover[i + 1] as number) - left) * weight) >> 8)
    if (alpha === 0) continue
    const a = ink[i] as number
    const value = (a + ((((ink[i + 1] as number) - a) * weight) >> 8)) >> 4
    into[start + x] = (((into[start + x] as number) * (4096 - alpha)) >> 12) + value
  }
}
