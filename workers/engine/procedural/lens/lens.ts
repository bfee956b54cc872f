import { FRACTION } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'

/** The camera's view of a still: `scale` times larger about a point in shares of the canvas. */
export interface Aim {
  /** 1 shows the whole image unchanged; never less. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** Renders the camera's view of a still into another field of the same size. Has scratch rows: make one and reuse it. */
export type Lens = (from: Field, into: Field, aim: Aim) => void

/** Steps between two pixels. */
const PHASES = 256

/** Catmull-Rom weights of four neighbours for each step, in 1024ths. */
const WEIGHTS = Int32Array.from({ length: PHASES * 4 }, (_, i) => weightOf(i & 3, (i >> 2) / PHASES))

function weightOf(tap: number, t: number): number {
  const outer = (s: number) => Math.round(512 * s * s * (s - 1))
  const inner = (s: number) => Math.round(512 * s * (1 + s * (4 - 3 * s)))
  if (tap === 0) return outer(1 - t)
  if (tap === 3) return outer(t)
  if (tap === 1) return 1024 - outer(1 - t) - outer(t) - inner(t)
  return inner(t)
}

/** Source of the samples of one line: the first of four neighbours, and the step (times four) towards the third. */
interface Line {
  readonly first: Int32Array
  readonly phase: Int32Array
}

export function newLens(width: number, height: number): Lens {
  const columns = newLine(width)
  const rows = newLine(height)
  const ring = Array.from({ length: 4 }, () => new Int32Array(width))
  return (from, into, aim) => {
    if (aim.scale === 1) {
      into.y.set(from.y)
      into.u.set(from.u)
      into.v.set(from.v)
      return
    }
    point(columns, width, width, 1, aim.x, aim.scale)
    point(rows, height, height, 1, aim.y, aim.scale)
    draw(from.y, into.y, width, height, columns, rows, ring)
    point(columns, width / 2, width, 2, aim.x, aim.scale)
    point(rows, height / 2, height, 2, aim.y, aim.scale)
    draw(from.u, into.u, width / 2, height / 2, columns, rows, ring)
    draw(from.v, into.v, width / 2, height / 2, columns, rows, ring)
  }
}

function newLine(length: number): Line {
  return { first: new Int32Array(length), phase: new Int32Array(length) }
}

/** @param every luma pixels per sample of this plane */
function point(line: Line, count: number, length: number, every: number, focus: number, scale: number) {
  const centre = focus * (length - 1)
  const shift = (every - 1) / 2
  for (let i = 0; i < count; i++) {
    const source = (centre + (i * every + shift - centre) / scale - shift) / every
    const place = Math.max(0, Math.min((count - 1) * PHASES, Math.round(source * PHASES)))
    line.first[i] = (place >> 8) - 1
    line.phase[i] = (place & 255) * 4
  }
}

function draw(
  from: Uint16Array,
  into: Uint16Array,
  width: number,
  height: number,
  columns: Line,
  rows: Line,
  ring: readonly Int32Array[],
) {
  let ready = Math.max(0, rows.first[0] as number)
  const source = (row: number) => ring[Math.max(0, Math.min(height - 1, row)) & 3] as Int32Array
  for (let row = 0; row < height; row++) {
    const first = rows.first[row] as number
    for (; ready <= first + 3 && ready < height; ready++) {
      stretchRow(from, ready * width, width, columns, ring[ready & 3] as Int32Array)
    }
    const phase = rows.phase[row] as number
    const start = row * width
    const [r0, r1, r2, r3] = [source(first), source(first + 1), source(first + 2), source(first + 3)]
    const [w0, w1, w2, w3] = [WEIGHTS[phase], WEIGHTS[phase + 1], WEIGHTS[phase + 2], WEIGHTS[phase + 3]] as Four
    for (let x = 0; x < width; x++) {
      const sum =
        (r0[x] as number) * w0 + (r1[x] as number) * w1 + (r2[x] as number) * w2 + (r3[x] as number) * w3 + 2048
      const value = sum >> 12
      into[start + x] = value < 0 ? 0 : Math.min(value, 255 * FRACTION)
    }
  }
}

type Four = [number, number, number, number]

/** One source row at the columns of the frame, with two more fractional bits. */
function stretchRow(from: Uint16Array, start: number, width: number, columns: Line, into: Int32Array) {
  const { first, phase } = columns
  const last = width - 1
  let x = 0
  for (; (first[x] as number) < 0; x++) into[x] = edgeOf(from, start, last, first[x] as number, phase[x] as number)
  for (; x < width; x++) {
    const at = start + (first[x] as number)
    const p = phase[x] as number
    if (at + 3 > start + last) break
    const sum =
      (from[at] as number) * (WEIGHTS[p] as number) +
      (from[at + 1] as number) * (WEIGHTS[p + 1] as number) +
      (from[at + 2] as number) * (WEIGHTS[p + 2] as number) +
      (from[at + 3] as number) * (WEIGHTS[p + 3] as number)
    into[x] = (sum + 128) >> 8
  }
  for (; x < width; x++) into[x] = edgeOf(from, start, last, first[x] as number, phase[x] as number)
}

/** Repeats the outermost sample where neighbours are missing. */
function edgeOf(from: Uint16Array, start: number, last: number, first: number, phase: number): number {
  let sum = 128
  for (let tap = 0; tap < 4; tap++) {
    const at = Math.max(0, Math.min(last, first + tap))
    sum += (from[start + at] as number) * (WEIGHTS[phase + tap] as number)
  }
  return sum >> 8
}
