import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes at a position, fewer at the end of the file; valid until the next call. Sequential reads need few system calls. */
export type Read = (at: number, length: number) => Buffer

/** Bytes read at a time; few calls need more. */
const WINDOW_BYTES = 64 * 1024
const SMALL_WINDOW_BYTES = 8 * 1024

/** A stored file, read by ranges. */
export interface FileBytes extends Disposable {
  readonly size: number
  readonly read: Read
  /** A separate, smaller window, for alternating reads at several positions. */
  window(): Read
}

/**
 * Opens a file for reading by ranges. Reads block: use it in probe processes, which have nothing else to do. With asynchronous
 * reads ten thousand frames would take ten thousand turns of the event loop.
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
