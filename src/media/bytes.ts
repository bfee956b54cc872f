import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes at a position, fewer at the end of the file; valid until the next call. Reading on costs few system calls. */
export type Read = (at: number, length: number) => Buffer

/** Read at a time; more is asked for rarely. */
const WINDOW_BYTES = 64 * 1024
const SMALL_WINDOW_BYTES = 8 * 1024

/** A stored file, read by ranges. */
export interface FileBytes extends Disposable {
  readonly size: number
  readonly read: Read
  /** Another, smaller window, for reading in several places in turn. */
  window(): Read
}

/**
 * Opens a file for reading by ranges. Reads block: it is for processes that probe, which have nothing else to do. A walk over ten
 * thousand frames would otherwise be ten thousand turns of an event loop.
 */
export function openBytes(path: string): FileBytes {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const window = (span: number) => openWindow(file, size, span)
  return {
    size,
    read: window(WINDOW_BYTES),
    window: () => window(SMALL_WINDOW_BYTES),
    [Symbol.dispose]: () => closeSync(file),
  }
}

function openWindow(file: number, size: number, span: number): Read {
  let held = Buffer.alloc(0)
  let start = 0
  let end = 0
  return (at, length) => {
    const until = Math.min(at + length, size)
    if (at >= until) return held.subarray(0, 0)
    if (at < start || until > end) {
      if (held.length < until - at || held.length === 0) held = Buffer.alloc(Math.max(until - at, span))
      start = at
      end = at + fill(file, held, at)
    }
    return held.subarray(at - start, Math.min(until, end) - start)
  }
}

function fill(file: number, into: Buffer, at: number): number {
  let filled = 0
  while (filled < into.length) {
    const count = readSync(file, into, filled, into.length - filled, at + filled)
    if (count === 0) break
    filled += count
  }
  return filled
}
