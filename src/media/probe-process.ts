import { DomainError } from '../errors.ts'
import type { Media } from './media.ts'
import { probeFile } from './probe.ts'

/** The result for a file. An error would lose its class between processes. */
export type Outcome =
  | { readonly media: Media }
  | { readonly refusal: Pick<DomainError, 'code' | 'message' | 'status' | 'param' | 'details'> }
  | { readonly failure: string }

/** Messages of the process: that it accepts files, or the result for one with the megabytes of memory in use after it. */
export type Said = { readonly ready: true } | { readonly outcome: Outcome; readonly heldMb: number }

/** The outcome of `probeFile`, for another process. */
export async function probe(path: string): Promise<Outcome> {
  try {
    return { media: await probeFile(path) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { failure: String(error instanceof Error ? error.stack : error) }
    const { code, message, status, param, details } = error
    return { refusal: { code, message, status, param, details } }
  }
}

/** Probes one path after another and answers each. Ends when the parent is gone. */
export function serve(read: (path: string) => Promise<Outcome>): void {
  const say = (said: Said) => process.send?.(said, () => {})
  process.once('disconnect', () => process.exit())
  process.on('message', async (path: string) => {
    const outcome = await read(path)
    say({ outcome, heldMb: process.memoryUsage.rss() / 1024 ** 2 })
  })
  say({ ready: true })
}

if (import.meta.main) serve(probe)
