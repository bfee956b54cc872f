import type { ChildProcess } from 'node:child_process'
import type { Allowed } from './source.ts'

export const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y']

/** A file to read, with its allowed formats and codecs. */
export function inputOf(path: string, allowed: Allowed): string[] {
  return [...Object.entries(allowed).flatMap(([key, value]) => [`-${key}`, value]), '-i', path]
}

/** ffmpeg failed; `code` is null when it was killed. */
export class Failed extends Error {
  readonly code: number | null

  constructor(code: number | null, message: string) {
    super(message)
    this.code = code
  }
}

/** Settles when the program has ended and its pipes are read. Rejects with the end of its error output. */
export function ended(child: ChildProcess): Promise<void> {
  let words = ''
  child.stderr?.on('data', (part: Buffer) => {
    words = (words + part.toString()).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`ffmpeg did not start: ${error.message}`)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Failed(code, `ffmpeg ended with ${signal ?? code}: ${words.trim() || 'no message'}`))
    })
  })
}
