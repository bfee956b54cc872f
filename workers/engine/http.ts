import { join } from 'node:path'
import { ConfigError } from '../../src/config.ts'
import { type EngineLimits, MODES } from '../../src/engine-limits.ts'
import { limitsOf } from '../../src/engine-variables.ts'
import type { Log } from '../../src/lib/log.ts'
import type { Engine, Progress } from './engine.ts'
import type { ServerProfile } from './http/api.ts'
import { conform, type Recode } from './http/conform.ts'
import { download } from './http/download.ts'
import { type Fit, fitMaterial } from './http/material.ts'
import { PACE, type Pace } from './http/pace.ts'
import { assertWhole } from './http/received.ts'
import { judged } from './http/verdict.ts'
import { begin, end, untilDone } from './http/watch.ts'
import { runChild } from './procedural/run-child.ts'
import type { ServerSettings } from './settings.ts'
import { writeRequest } from './wire.ts'

/** A render's progress when the server has made the video, and when it is downloaded; then it is made into the task's own. */
const MADE = 0.93
const DOWNLOADED = 0.95

export interface HttpOptions {
  readonly profile: ServerProfile
  readonly settings: ServerSettings
  readonly embedded: Pick<Engine, 'package' | 'upscale'>
  readonly ffmpegPath: string | null
  /** x264 preset for videos that must be encoded again. */
  readonly preset: string
  readonly log: Log
  readonly pace?: Partial<Pace> | undefined
}

/**
 * A model server makes the video. It also conditions the model, so encode only writes down the request. The embedded codec
 * packages and upscales. Such servers do not report whether they applied context IR, so it is never charged.
 */
export function httpEngine(options: HttpOptions): Engine {
  const { settings, embedded, ffmpegPath, preset, log } = options
  const profile = options.profile.configured?.(settings) ?? options.profile
  const api = profile.open(settings)
  const limits = limitsOf(settings.limits, accelerating(profile, settings))
  const beyond = MODES.filter((mode) => limits.modes[mode] && !profile.limits.modes[mode])
  if (beyond.length > 0) throw new ConfigError(`ENGINE_LIMITS: ${profile.name} does not make ${beyond.join(' and ')}.`)
  const pace = { ...PACE, ...options.pace }

  const fit =
    (signal: AbortSignal): Fit =>
    (work) =>
      runChild({ kind: 'fit', ...work, ffmpegPath }, signal, () => {})
  const recode =
    (signal: AbortSignal, onShare: Progress): Recode =>
    (work) =>
      runChild({ kind: 'conform', ...work, preset, ffmpegPath }, signal, onShare)
  return {
    name: profile.name,
    limits,

    async encode({ task, folder }, signal, onProgress) {
      signal.throwIfAborted()
      const path = await writeRequest(task, folder)
      onProgress(1)
      return { path, contextIrApplied: false }
    },

    async render({ task, material, folder }, signal, onProgress) {
      signal.throwIfAborted()
      const accelerated = task.accelerated && limits.modes[task.mode]?.accelerated === true
      const hasMaterial = material.inputImage !== null || material.endImage !== null || material.references.length > 0
      const making = profile.making(task)
      const rise = rising(onProgress)
      const fitted = await fitMaterial(task, material, folder, fit(signal), profile.plainMedia ?? false)
      try {
        const id = await begin(api, { task, making, material: fitted, accelerated }, signal, pace).catch(
          (error: unknown) => {
            throw judged(error, hasMaterial)
          },
        )
        log.info({ task: task.taskId, video: id }, 'the model server makes a video')
        let made = false
        try {
          const path = await untilDone(api, id, { signal, pace, hasMaterial }, (fraction) => rise(fraction * MADE))
          rise(MADE)
          const onFraction = (fraction: number) => rise(MADE + fraction * (DOWNLOADED - MADE))
          const to = join(folder, 'downloaded.mp4')
          await download(api.server, { path, to, signal, pace, onFraction }, assertWhole)
          rise(DOWNLOADED)
          const wanted = { task, making, endsOnImage: material.endImage !== null }
          const onConformed = (fraction: number) => rise(DOWNLOADED + fraction * (1 - DOWNLOADED) * 0.99)
          const conformed = await conform(to, folder, wanted, recode(signal, onConformed))
          made = true
          rise(1)
          return { ...conformed, accelerated }
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

/** A mode accelerates if the operator has set parameters for it that the server accepts. */
function accelerating(profile: ServerProfile, { acceleratedParameters }: ServerSettings): EngineLimits {
  const { modes, ...others } = profile.limits
  const entries = MODES.flatMap((mode) => {
    const [limits, faster] = [modes[mode], acceleratedParameters[mode]]
    const accelerated = faster !== undefined && (profile.accelerates?.(mode, faster) ?? true)
    return limits ? [[mode, { ...limits, accelerated }]] : []
  })
  return { ...others, modes: Object.fromEntries(entries) }
}

/** Never decreases, whatever the server reports. */
function rising(onProgress: (fraction: number) => void): (fraction: number) => void {
  let reached = 0
  return (fraction) => {
    if (!(fraction > reached)) return
    reached = Math.min(1, fraction)
    onProgress(reached)
  }
}
