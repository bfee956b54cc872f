import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineFailure } from '../failure.ts'
import { away, type Server, ServerFault, send } from './call.ts'
import type { Pace } from './pace.ts'

/** Maximum bytes; a video of 15 seconds is far smaller. */
const MOST_BYTES = 4 * 1024 ** 3
const TRIES = 3

interface Download {
  readonly path: string
  readonly to: string
  readonly signal: AbortSignal
  readonly pace: Pace
  readonly onFraction: (fraction: number) => void
}

/**
 * Downloads a file and checks it. Repeats a download that a bad connection broke.
 * @param check throws EngineFailure for an invalid file
 */
export async function download<T>(server: Server, what: Download, check: (path: string) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      await fetchOnce(server, what)
      return await check(what.to)
    } catch (error) {
      what.signal.throwIfAborted()
      const again = error instanceof ServerFault ? error.kind !== 'refused' && error.kind !== 'gone' : true
      if (number === TRIES || !again || !(error instanceof EngineFailure) || !error.retry) throw error
      await rm(what.to, { force: true })
      await pause(what.pace.poll, undefined, { signal: what.signal }).catch(() => {})
      what.signal.throwIfAborted()
    }
  }
}

/** Streams to disk. Gives up a download that stalls. */
async function fetchOnce(server: Server, { path, to, signal, pace, onFraction }: Download): Promise<void> {
  const stalled = new AbortController()
  const watch = setTimeout(() => stalled.abort(new Error('the download stalled')), pace.stall)
  const either = AbortSignal.any([signal, stalled.signal])
  let bytes = 0
  try {
    const { headers, body } = await send(server, { path, signal: either })
    const length = Number(headers['content-length'] ?? Number.NaN)
    const count = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        watch.refresh()
        bytes += chunk.length
        if (bytes > MOST_BYTES) throw new ServerFault('garbled', `GET ${path}: more than ${MOST_BYTES} bytes`)
        if (length > 0) onFraction(Math.min(1, bytes / length))
        yield chunk
      }
    }
    await pipeline(count(body), createWriteStream(to), { signal: either })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ServerFault
      ? error
      : away(`GET ${path}`, stalled.signal.aborted ? stalled.signal.reason : error)
  } finally {
    clearTimeout(watch)
  }
}
