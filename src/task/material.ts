import { DomainError, type ErrorCode } from '../errors.ts'
import type { FileRecord } from '../file/file.ts'
import { MATERIAL_MAX_MS, MATERIAL_TOLERANCE_MS, REFERENCE_CAPS } from '../limits.ts'
import { type AspectRatio, nearestCanvas } from '../media/canvas.ts'
import { usedFrames } from '../media/frames.ts'
import { type MarkerKind, markersOf } from '../media/markers.ts'
import type { MediaKind } from '../media/media.ts'
import { notSupplied } from './conflicts.ts'
import { type AttachedEngine, enginesFor } from './engines.ts'
import type { Material } from './items.ts'
import { misfitOf, refusalOf, type UsedFile } from './misfit.ts'
import type { TaskRequest } from './request.ts'

/** The checked material of a create. */
export interface JudgedMaterial {
  readonly errors: readonly DomainError[]
  /** The files found, in the order of the fields. */
  readonly used: readonly UsedFile[]
  readonly aspectRatio: AspectRatio
  /** The priced quantities; null without references. */
  readonly priced: Material | null
  /** Profiles of the attached engines that cannot make it. */
  readonly unfit: readonly string[]
}

const KINDS = Object.keys(REFERENCE_CAPS) as MediaKind[]

const WORDS: Readonly<Record<MarkerKind, MediaKind>> = { Picture: 'image', Video: 'video', Audio: 'audio' }

interface Known {
  /** The files found, by id. */
  readonly files: ReadonlyMap<string, FileRecord>
  /** The attached engines; if there are none, only the rules of the specification apply. */
  readonly engines: readonly AttachedEngine[]
  readonly now: Date
}

/**
 * Checks the material of a create (docs/rules/material.md#references): all problems, in the order of the fields. Pure.
 */
export function judgeMaterial(request: TaskRequest, accountId: string, { files, engines, now }: Known): JudgedMaterial {
  const errors: DomainError[] = []
  const usedFiles = (param: string, id: string | null, takes: readonly MediaKind[] = KINDS): UsedFile[] => {
    if (id === null) return []
    const file = files.get(id)
    const error = problemOf({ param, id, takes }, file?.accountId === accountId ? file : undefined, now)
    if (error) errors.push(error)
    return error || !file ? [] : [{ param, file }]
  }
  const [inputImage = null] = usedFiles('input_image', request.inputImage, ['image'])
  const [endImage = null] = usedFiles('end_image', request.endImage, ['image'])
  const references = request.references.flatMap((id, index) => usedFiles(paramOf(request, index), id))
  const isWhole = references.length === request.references.length
  errors.push(...capErrors(references), ...lengthErrors(references))
  if (isWhole && request.mode === 'reference_to_video') errors.push(...markerErrors(request.prompt, references))
  const wanted = { ...request, inputImage, endImage, references }
  const usable = enginesFor(engines, { accountId, serviceTier: request.serviceTier })
  const misfits = usable.map(({ limits }) => misfitOf(wanted, limits))
  const misfit = refusalOf(misfits)
  // The engines cannot be judged without a file that is missing, which is a problem already.
  const isImageMissing = (request.inputImage && !inputImage) || (request.endImage && !endImage)
  if (misfit && isWhole && !isImageMissing) errors.push(misfit)
  const used = [inputImage, endImage, ...references].filter((each) => each !== null)
  const pixels = used.find(({ file }) => file.width !== null)?.file
  const size = pixels?.width && pixels.height ? { width: pixels.width, height: pixels.height } : null
  return {
    errors,
    used,
    aspectRatio: request.aspectRatio === 'auto' ? nearestCanvas(size) : request.aspectRatio,
    priced: request.references.length > 0 ? pricedOf(references) : null,
    unfit: usable.filter((_, index) => misfits[index]).map(({ profile }) => profile),
  }
}

function paramOf({ referenceParam }: TaskRequest, index: number): string {
  return referenceParam === 'reference' ? 'reference' : `references[${index}]`
}

function problemOf(
  { param, id, takes }: { readonly param: string; readonly id: string; readonly takes: readonly MediaKind[] },
  file: FileRecord | undefined,
  now: Date,
): DomainError | null {
  const refuse = (code: ErrorCode, message: string) => new DomainError(code, message, { status: 400, param })
  const name = JSON.stringify(id.slice(0, 64))
  if (!file) return refuse('file_not_found', `${param}: there is no file ${name}.`)
  if (file.expiresAt <= now) return refuse('file_expired', `${param}: the file ${name} has expired; upload it again.`)
  // The purpose is only a hint: any image can be a start frame, an end frame or a reference (spec 4.1, 4.10).
  if (!takes.includes(file.kind)) return refuse('file_wrong_kind', `${param}: the file ${name} is not an image.`)
  if (file.kind === 'video' && usableFrames(file) === 0) {
    return refuse('material_too_short', `${param}: a reference video must have at least 5 frames at 24 per second.`)
  }
  return null
}

function usableFrames({ durationMs }: FileRecord): number {
  return usedFrames(durationMs ?? 0, Number.MAX_SAFE_INTEGER)
}

function ofKind(references: readonly UsedFile[], kind: MediaKind): readonly UsedFile[] {
  return references.filter(({ file }) => file.kind === kind)
}

/** Limits per kind; the error names the first item beyond a limit (spec 4.1 references). */
function capErrors(references: readonly UsedFile[]): DomainError[] {
  return KINDS.flatMap((kind) => {
    const beyond = ofKind(references, kind)[REFERENCE_CAPS[kind]]
    if (!beyond) return []
    const message = `${beyond.param}: references may have at most ${REFERENCE_CAPS[kind]} ${kind} files.`
    return [new DomainError('too_many_references', message, { param: beyond.param })]
  })
}

/** At most 15 s of all videos and of all audio files, with a tolerance per file; the error names the item that exceeds it. */
function lengthErrors(references: readonly UsedFile[]): DomainError[] {
  return (['video', 'audio'] as const).flatMap((kind) => {
    const items = ofKind(references, kind)
    const max = MATERIAL_MAX_MS + MATERIAL_TOLERANCE_MS * items.length
    let sum = 0
    const beyond = items.find(({ file }) => {
      sum += file.durationMs ?? 0
      return sum > max
    })
    if (!beyond) return []
    const message = `${beyond.param}: the ${kind} files of references may last at most ${MATERIAL_MAX_MS / 1000} s together.`
    return [new DomainError('material_too_long', message, { param: beyond.param })]
  })
}

/** Markers number the items of each kind by their order (spec 4.1 prompt). */
function markerErrors(prompt: string, references: readonly UsedFile[]): DomainError[] {
  const wrong = markersOf(prompt).find(
    ({ kind, number }) => number === null || number > ofKind(references, WORDS[kind]).length,
  )
  return wrong ? [notSupplied(wrong)] : []
}

/** Billed by the uploaded seconds, not by those used (spec 4.10 rule 4). */
function pricedOf(references: readonly UsedFile[]): Material {
  const lengthOf = (kind: MediaKind) =>
    ofKind(references, kind).reduce((sum, { file }) => sum + (file.durationMs ?? 0), 0)
  return { videoMs: lengthOf('video'), audioMs: lengthOf('audio'), images: ofKind(references, 'image').length }
}
