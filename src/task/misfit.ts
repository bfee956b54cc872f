import { type EngineLimits, type FileLimits, MODES, type ModeLimits } from '../engine-limits.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import type { FileRecord } from '../file/file.ts'
import { REFERENCES_MAX } from '../limits.ts'
import type { MediaKind } from '../media/media.ts'
import type { Task } from './task.ts'

/** A file and the parameter that names it. */
export interface UsedFile {
  /** `input_image`, `references[2]` … */
  readonly param: string
  readonly file: FileRecord
}

/** What a task asks of an engine. */
export interface Wanted extends Pick<Task, 'mode' | 'durationMs'> {
  readonly inputImage: UsedFile | null
  readonly endImage: UsedFile | null
  readonly references: readonly UsedFile[]
}

/** Why an engine cannot make a task, in words for the caller. */
export interface Misfit {
  /** Later checks are higher: of several engines the one that came furthest explains best. */
  readonly step: number
  readonly error: DomainError
}

/** The first reason why an engine cannot make a task; null if it can. Pure. */
export function misfitOf(wanted: Wanted, { modes }: EngineLimits): Misfit | null {
  const limits = modes[wanted.mode]
  const checks = limits
    ? [
        durationError(wanted, limits),
        endsError(wanted, limits),
        imageError(wanted, limits),
        referencesError(wanted, limits),
      ]
    : [modeError(wanted, modes)]
  const at = checks.findIndex((error) => error !== null)
  const error = checks[at]
  return error ? { step: limits ? at + 1 : 0, error } : null
}

/**
 * Why no engine can make a task; null if one can, or if none is attached.
 * @param found result of `misfitOf` for each engine that the task may run on
 */
export function refusalOf(found: readonly (Misfit | null)[]): DomainError | null {
  if (found.includes(null)) return null
  return found.reduce((best, each) => ((each?.step ?? -1) > (best?.step ?? -1) ? each : best), null)?.error ?? null
}

function refuse(param: string, message: string, code: ErrorCode = 'invalid_parameter'): DomainError {
  return new DomainError(code, message, { param })
}

const seconds = (ms: number) => `${ms / 1000} s`

function modeError({ mode }: Wanted, modes: EngineLimits['modes']): DomainError {
  const others = MODES.filter((name) => modes[name])
  return refuse('mode', `This server does not support ${mode}; it supports ${others.join(' and ')}.`)
}

function durationError({ mode, durationMs }: Wanted, { minMs = 0, maxMs = Infinity }: ModeLimits): DomainError | null {
  if (durationMs < minMs) return refuse('duration', `This server makes ${mode} videos of at least ${seconds(minMs)}.`)
  if (durationMs > maxMs) return refuse('duration', `This server makes ${mode} videos of at most ${seconds(maxMs)}.`)
  return null
}

function endsError({ mode, inputImage, endImage }: Wanted, { ends }: ModeLimits): DomainError | null {
  if (!ends || mode !== 'image_to_video' || !(inputImage || endImage)) return null
  const given = inputImage && endImage ? 'both' : endImage ? 'end' : 'start'
  if (ends.includes(given)) return null
  if (given === 'both') {
    const extra = ends.includes('start') ? 'end_image' : 'input_image'
    return refuse(extra, 'This server does not support a start image and an end image together.')
  }
  if (ends.includes('both')) {
    const missing = given === 'start' ? 'end_image' : 'input_image'
    return refuse(missing, 'This server needs a start image and an end image.')
  }
  const [param, name] = given === 'start' ? ['input_image', 'a start image'] : ['end_image', 'an end image']
  return refuse(param, `This server does not support ${name} alone.`)
}

function imageError({ inputImage, endImage }: Wanted, { image }: ModeLimits): DomainError | null {
  if (!image) return null
  for (const used of [inputImage, endImage]) {
    const error = used && fileError(used, image)
    if (error) return error
  }
  return null
}

const KINDS: readonly MediaKind[] = ['image', 'video', 'audio']

function referencesError({ references }: Wanted, limits: ModeLimits): DomainError | null {
  const { max = REFERENCES_MAX, audioOnly = true, maxSounds = Infinity, ...kinds } = limits.references ?? {}
  const beyond = references[max]
  if (beyond) return refuse(beyond.param, `This server accepts at most ${max} references.`, 'too_many_references')
  if (!audioOnly && references.length > 0 && references.every(({ file }) => file.kind === 'audio')) {
    return refuse('references', 'This server needs an image or a video among references.')
  }
  const sounding = references.filter(({ file }) => file.kind === 'audio' || file.hasAudio)[maxSounds]
  if (sounding) {
    const message = `This server accepts at most ${maxSounds} audio files and videos with sound.`
    return refuse(sounding.param, `${sounding.param}: ${message}`, 'too_many_references')
  }
  for (const kind of KINDS) {
    const error = kindError(
      references.filter(({ file }) => file.kind === kind),
      kind,
      kinds[kind] ?? {},
    )
    if (error) return error
  }
  return null
}

function kindError(files: readonly UsedFile[], kind: MediaKind, limits: FileLimits): DomainError | null {
  const { max = Infinity, totalMs = Infinity, totalBytes = Infinity } = limits
  const beyond = files[max]
  if (beyond) {
    const most = max === 0 ? `no ${kind} files` : `at most ${max} ${kind} files`
    return refuse(beyond.param, `${beyond.param}: this server accepts ${most} as references.`, 'too_many_references')
  }
  let [ms, bytes] = [0, 0]
  for (const used of files) {
    const error = fileError(used, limits)
    if (error) return error
    ms += used.file.durationMs ?? 0
    bytes += used.file.bytes
    const { param } = used
    if (ms > totalMs) {
      const message = `${param}: this server accepts ${kind} files of at most ${seconds(totalMs)} together.`
      return refuse(param, message, 'material_too_long')
    }
    if (bytes > totalBytes) {
      return refuse(param, `${param}: this server accepts ${kind} files of at most ${megabytes(totalBytes)} together.`)
    }
  }
  return null
}

const megabytes = (bytes: number) => `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MiB`

function fileError({ param, file }: UsedFile, limits: FileLimits): DomainError | null {
  const { minMs = 0, maxMs = Infinity, maxBytes = Infinity, minRatio = 0, maxRatio = Infinity } = limits
  const { kind, durationMs, width, height } = file
  if (durationMs !== null && durationMs < minMs) {
    const message = `${param}: this server accepts ${kind} files of at least ${seconds(minMs)}.`
    return refuse(param, message, 'material_too_short')
  }
  if (durationMs !== null && durationMs > maxMs) {
    const message = `${param}: this server accepts ${kind} files of at most ${seconds(maxMs)}.`
    return refuse(param, message, 'material_too_long')
  }
  if (file.bytes > maxBytes) {
    return refuse(param, `${param}: this server accepts ${kind} files of at most ${megabytes(maxBytes)}.`)
  }
  if (width === null || height === null) return null
  const { minSide = 0, maxSide = Infinity } = limits
  if (Math.min(width, height) < minSide) {
    return refuse(param, `${param}: each side must have at least ${minSide} pixels for this server.`)
  }
  if (Math.max(width, height) > maxSide) {
    return refuse(param, `${param}: each side may have at most ${maxSide} pixels for this server.`)
  }
  if (width / height < minRatio || width / height > maxRatio) {
    return refuse(param, `${param}: width divided by height must be from ${minRatio} to ${maxRatio} for this server.`)
  }
  return null
}
