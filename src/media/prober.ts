import { fileURLToPath, pathToFileURL } from 'node:url'
import { DomainError } from '../errors.ts'
import { installedModule } from '../lib/installed.ts'
import { PROBE_MS } from './limits.ts'
import type { Media } from './media.ts'
import type { Outcome } from './probe-process.ts'
import { Died } from './reader.ts'
import { createReaders } from './readers.ts'
import { refusal } from './refusals.ts'

/** Probes files in other processes. */
export interface Prober {
  /**
   * Waits for a process, in the account's turn, and has it read a stored file.
   * @throws DomainError the errors of `probeFile`; 400 media_unreadable also for a file that crashes its process or takes too
   *   long; 429 rate_limit_exceeded or 503 overloaded if too many files wait
   */
  probe(path: string, accountId: string): Promise<Media>
  /** Starts a process before the first file needs one. */
  warm(): Promise<void>
  /** Ends the processes. Files that they read, and files that wait, fail with an error that is not a refusal. */
  close(): Promise<void>
}

export interface ProberOptions {
  /** Time limit for one file, from when a process starts it. */
  readonly timeoutMs?: number
  /** The module that the processes run; same protocol as `probe-process.ts`. */
  readonly module?: URL
}

/**
 * Processes start on demand. Damage by a hostile file, including a crash of native code, stays in its process: only that file
 * fails, and the next one gets another process.
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

const MODULE = pathToFileURL(installedModule('src/media/probe-process.ts'))

function mediaOf(outcome: Outcome): Media {
  if ('media' in outcome) return outcome.media
  if ('failure' in outcome) throw new Error('could not probe a file', { cause: outcome.failure })
  const { code, message, status, param, details } = outcome.refusal
  throw new DomainError(code, message, { status, ...(param && { param }), ...(details && { details }) })
}
