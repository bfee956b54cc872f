import { fileURLToPath } from 'node:url'
import { DomainError } from '../errors.ts'
import { PROBE_MS } from './limits.ts'
import type { Media } from './media.ts'
import type { Outcome } from './probe-process.ts'
import { Died } from './reader.ts'
import { createReaders } from './readers.ts'
import { refusal } from './refusals.ts'

/** Reads what files are, in other processes. */
export interface Prober {
  /**
   * Waits for a process, in the account's turn, then reads a stored file there.
   * @throws DomainError what `probeFile` throws; 400 media_unreadable as well for a file that its process dies of, or
   *   takes too long with; 429 rate_limit_exceeded or 503 overloaded where too many wait
   */
  probe(path: string, accountId: string): Promise<Media>
  /** Starts a process before the first file needs one. */
  warm(): Promise<void>
  /** Ends the processes. What they were reading, and what waits, fails with an error that is no refusal. */
  close(): Promise<void>
}

export interface ProberOptions {
  /** For one file, from when a process takes it. */
  readonly timeoutMs?: number
  /** What the processes run; serves as `probe-process.ts` does. */
  readonly module?: URL
}

/**
 * Processes start when they are needed. What a hostile file can do to one ends there, a crash of native code included: it costs
 * that file, and the next one gets another process.
 */
export function createProber({ timeoutMs = PROBE_MS, module = MODULE }: ProberOptions = {}): Prober {
  const readers = createReaders(fileURLToPath(module), timeoutMs)
  let isClosed = false
  return {
    async probe(path, accountId) {
      if (isClosed) throw new Error('the prober is closed')
      const outcome = await readers.read(path, accountId).catch((error: unknown) => {
        if (isClosed || !(error instanceof Died)) throw error
        throw refusal(
          'media_unreadable',
          'The file cannot be read in time: it is damaged or too complex. Export it again.',
        )
      })
      return mediaOf(outcome)
    },
    async warm() {
      if (!isClosed) await readers.warm()
    },
    async close() {
      isClosed = true
      readers.close()
    },
  }
}

const MODULE = new URL('./probe-process.ts', import.meta.url)

function mediaOf(outcome: Outcome): Media {
  if ('media' in outcome) return outcome.media
  if ('failure' in outcome) throw new Error('could not probe a file', { cause: outcome.failure })
  const { code, message, status, param, details } = outcome.refusal
  throw new DomainError(code, message, { status, ...(param && { param }), ...(details && { details }) })
}
