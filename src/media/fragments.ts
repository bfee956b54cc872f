import { type Box, boxesIn, boxIn, fieldAt, tableOf } from './boxes.ts'
import type { FileBytes } from './bytes.ts'
import { createExtentCounter, type ExtentCounter } from './extent.ts'
import { isLong } from './track.ts'

/** A track's default values, for fragments without values. */
interface Defaults {
  readonly duration: number
  readonly bytes: number
}

const NO_DEFAULTS: Defaults = { duration: 0, bytes: 0 }

/** Adds the samples of every fragment to those of their tracks (ISO 14496-12 8.8). */
export function addFragments(file: FileBytes, mvex: Box, counters: ReadonlyMap<number, ExtentCounter>): void {
  const { read } = file
  const defaults = new Map<number, Defaults>()
  for (const { type, start } of boxesIn(read, mvex.start, mvex.end)) {
    if (type !== 'trex' || defaults.size > counters.size) continue
    defaults.set(fieldAt(read, start + 4), { duration: fieldAt(read, start + 12), bytes: fieldAt(read, start + 16) })
  }
  for (const moof of boxesIn(file.window(), 0, file.size)) {
    if (moof.type !== 'moof') continue
    let dataAt = moof.at
    for (const traf of boxesIn(read, moof.start, moof.end)) {
      if (traf.type === 'traf') dataAt = addTrack(file, { moof, traf, dataAt }, counters, defaults)
    }
  }
}

interface Fragment {
  readonly moof: Box
  readonly traf: Box
  /** The end of the previous track's bytes. */
  readonly dataAt: number
}

const BASE = { given: 0x1, isMoof: 0x2_0000 } as const
const DEFAULT = { description: 0x2, duration: 0x8, bytes: 0x10 } as const

/** @returns the end of the track's bytes */
function addTrack(
  file: FileBytes,
  { moof, traf, dataAt }: Fragment,
  counters: ReadonlyMap<number, ExtentCounter>,
  defaults: ReadonlyMap<number, Defaults>,
): number {
  const { read } = file
  const header = boxIn(read, traf, 'tfhd')
  if (!header) return dataAt
  const flags = fieldAt(read, header.start) & 0xff_ffff
  const id = fieldAt(read, header.start + 4)
  let next = header.start + 8
  const field = (flag: number, length = 4) => {
    if ((flags & flag) === 0) return null
    next += length
    return fieldAt(read, next - 4) + (length === 8 ? fieldAt(read, next - 8) * 2 ** 32 : 0)
  }
  const given = field(BASE.given, 8)
  const base = given ?? ((flags & BASE.isMoof) === 0 ? dataAt : moof.at)
  field(DEFAULT.description)
  const usual = defaults.get(id) ?? NO_DEFAULTS
  const own = { duration: field(DEFAULT.duration) ?? usual.duration, bytes: field(DEFAULT.bytes) ?? usual.bytes }
  const counter = counters.get(id) ?? createExtentCounter()
  const time = boxIn(read, traf, 'tfdt')
  if (time) {
    const low = fieldAt(read, time.start + (isLong(file, time) ? 8 : 4))
    counter.clock = isLong(file, time) ? fieldAt(read, time.start + 4) * 2 ** 32 + low : low
  }
  let at = base
  for (const run of boxesIn(read, traf.start, traf.end)) {
    if (run.type === 'trun') at = addRun(file, run, { base, at }, own, counter)
  }
  return at
}

const RUN = { offset: 0x1, firstFlags: 0x4 } as const
const SAMPLE = { duration: 0x100, bytes: 0x200, flags: 0x400, offset: 0x800 } as const

/** Adds the samples of a run whose bytes are in the file. @returns the end of their bytes */
function addRun(
  { read, window, size }: FileBytes,
  run: Box,
  position: { readonly base: number; readonly at: number },
  usual: Defaults,
  counter: ExtentCounter,
): number {
  const flags = fieldAt(read, run.start)
  const hasOffset = (flags & RUN.offset) !== 0
  let at = hasOffset ? position.base + (fieldAt(read, run.start + 8) | 0) : position.at
  const skipped = (hasOffset ? 4 : 0) + ((flags & RUN.firstFlags) !== 0 ? 4 : 0)
  const fields = Object.values(SAMPLE).filter((flag) => (flags & flag) !== 0)
  if (fields.length === 0) {
    const count = fieldAt(read, run.start + 4)
    const fitting = usual.bytes > 0 ? Math.max(0, Math.floor((size - at) / usual.bytes)) : count
    counter.add(Math.min(count, fitting), usual.duration, 0)
    return at + count * usual.bytes
  }
  const samples = tableOf(run, fields.length * 4, window, 4, skipped)
  const [duration, bytes, , offset] = Object.values(SAMPLE).map((flag) => fields.indexOf(flag))
  for (let i = 0; i < samples.count; i++) {
    const field = (index: number | undefined, other: number) =>
      index === undefined || index < 0 ? other : samples.entry(i, index)
    at += field(bytes, usual.bytes)
    if (at > size) break
    counter.add(1, field(duration, usual.duration), field(offset, 0) | 0)
  }
  return at
}
