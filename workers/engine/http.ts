import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../src/lib/log.ts'
import { ask } from './command/ask.ts'
import type { Engine, EngineLimits, Material, TaskInput } from './engine.ts'
import { EngineFailure } from './failure.ts'
import { settleVideo } from './finish.ts'
import type { VideoApi } from './http/api.ts'
import { download } from './http/download.ts'
import { fitMaterial, type ToWav } from './http/material.ts'
import { PACE, type Pace } from './http/pace.ts'
import { judged } from './http/verdict.ts'
import { begin, end, untilDone } from './http/watch.ts'
import { writeRequest } from './wire.ts'

const WAV = fileURLToPath(new URL('./http/wav.ts', import.meta.url))
/** A sound is at most so long, at 48 kHz (spec 4.1 references, with the tolerance of contract 4). */
const MOST_SAMPLES = 48_000 * 16
/** Share of a render's progress that is the server's own; the rest is the download. */
const MAKING = 0.95

export interface HttpOptions {
  readonly name: string
  readonly limits: EngineLimits
  readonly api: VideoApi
  /** Whether the server has a faster way for accelerated renders. */
  readonly accelerates: boolean
  readonly embedded: Pick<Engine, 'package' | 'upscale'>
  readonly ffmpegPath: string | null
  readonly log: Log
  readonly pace?: Partial<Pace> | undefined
}

/**
 * A model server makes the pictures. It conditions the model itself, so encode only writes down what is asked; packaging
 * and upscaling are the embedded codec's. Whether context IR was applied such servers do not say: it never counts.
 */
export function httpEngine(options: HttpOptions): Engine {
  const { api, embedded, log } = options
  const pace = { ...PACE, ...options.pace }

  const toWav =
    (signal: AbortSignal): ToWav =>
    async (file, to, name) => {
      const request = { path: file.path, name, to, samples: MOST_SAMPLES, ffmpegPath: options.ffmpegPath }
      await ask({ command: [process.execPath, WAV], log }, request, signal, () => {})
    }
  const assertTakes = ({ mode }: TaskInput, material: Material) => {
    // Another worker's engine may.
    if (!options.limits.modes.includes(mode))
      throw new EngineFailure(`this server does not do ${mode}`, { retry: true })
    const problem = api.problemOf(material)
    if (problem) throw new EngineFailure(problem, { retry: false })
  }

  return {
    name: options.name,
    limits: options.limits,

    async encode({ task, material, folder }, signal, onProgress) {
      signal.throwIfAborted()
      assertTakes(task, material)
      const path = await writeRequest(task, folder)
      onProgress(1)
      return { path, contextIrApplied: false }
    },

    async render({ task, material, folder }, signal, onProgress) {
      signal.throwIfAborted()
      assertTakes(task, material)
      const accelerated = task.accelerated && options.accelerates
      const hasMaterial = material.inputImage !== null || material.endImage !== null || material.references.length > 0
      const rise = rising(onProgress)
      const fitted = await orAbort(fitMaterial(task, material, folder, toWav(signal)), signal)
      try {
        const id = await begin(api, { task, material: fitted, accelerated }, signal, pace).catch((error: unknown) => {
          throw judged(error, hasMaterial)
        })
        log.info({ task: task.taskId, video: id }, 'the model server makes a video')
        let made = false
        try {
          await untilDone(api, id, { signal, pace, hasMaterial }, (fraction) => rise(fraction * MAKING))
          rise(MAKING)
          const onFraction = (fraction: number) => rise(MAKING + fraction * (1 - MAKING) * 0.99)
          const file = { path: api.contentPath(id), to: join(folder, 'downloaded.mp4'), signal, pace, onFraction }
          const path = await download(api.server, file, (whole) => settleVideo(whole, folder, task))
          made = true
          rise(1)
          return { path, accelerated }
        } finally {
          if (!made || api.keeps) await end(api, id)
        }
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },

    upscale: (input, signal, onProgress) => embedded.upscale(input, signal, onProgress),
    package: (input, signal, onProgress) => embedded.package(input, signal, onProgress),
  }
}

/** Never falls, whatever a server tells. */
function rising(onProgress: (fraction: number) => void): (fraction: number) => void {
  let reached = 0
  return (fraction) => {
    if (!(fraction > reached)) return
    reached = Math.min(1, fraction)
    onProgress(reached)
  }
}

/** Work that cannot be stopped is not waited for. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
