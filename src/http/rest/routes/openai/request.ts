import { DomainError } from '../../../../errors.ts'
import { givenFields, parseJson } from '../../../../lib/body.ts'
import { rawMembers } from '../../../../lib/json.ts'
import { DURATION_MAX_S, DURATION_MIN_S } from '../../../../limits.ts'
import { nearestCanvas } from '../../../../media/canvas.ts'
import { invalid } from '../../query.ts'
import { assertModel, withModel } from './model.ts'

/** OpenAI's defaults, for creates that leave these out. */
const SECONDS = '4'
const SIZE = '720x1280'

/** Names of `POST /v1/videos` that this interface has other names for. */
const RENAMED: Readonly<Record<string, string>> = {
  duration: 'seconds',
  aspect_ratio: 'size',
  input_image: 'input_reference',
}

/** Names of OpenAI's that the create has no member for. */
const TRANSLATED = ['model', 'seconds', 'size', 'input_reference', 'user'] as const

/**
 * The body of `POST /v1/videos` for a create in OpenAI's form: the nearest duration and canvas, the model in `metadata`. All other
 * members are passed on as they were sent.
 * @param text JSON
 * @param hasFile whether `input_reference` was sent as a file; the caller adds its id with `withImage`
 * @throws DomainError 400 invalid_json, invalid_parameter, unknown_parameter
 */
export function toCreateBody(text: string, hasFile: boolean): string {
  const given = givenFields(parseJson(text))
  assertOwnNames(given)
  const { model, seconds, size, input_reference: reference } = given
  if (hasFile && reference !== undefined) throw invalid('input_reference', 'must be given once')
  const fileId = reference === undefined ? null : fileIdOf(reference)
  const hasImage = hasFile || fileId !== null
  const members = rawMembers(text)
  for (const name of TRANSLATED) members.delete(name)
  members.set('duration', String(durationOf(seconds ?? SECONDS)))
  members.set('aspect_ratio', JSON.stringify(size === undefined && hasImage ? 'auto' : ratioOf(size ?? SIZE)))
  if (hasImage) members.set('mode', '"image_to_video"')
  if (model !== undefined) {
    assertModel(model)
    members.set('metadata', withModel(members.get('metadata'), model))
  }
  const body = `{${Array.from(members, ([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
  return fileId === null ? body : withImage(body, fileId)
}

/** The same body with a start image. */
export function withImage(body: string, fileId: string): string {
  return `{"input_image":${JSON.stringify(fileId)},${body.slice(1)}`
}

/** A refusal in the names of this interface. */
export function inOpenaiNames(thrown: unknown): unknown {
  // An unknown name is the caller's own.
  if (!(thrown instanceof DomainError) || thrown.param === null || thrown.code === 'unknown_parameter') return thrown
  const param = thrown.param === 'file' ? 'input_reference' : RENAMED[thrown.param]
  if (param === undefined) return thrown
  const { code, status, retryAfter, details } = thrown
  const message = thrown.message.replace(new RegExp(`^${thrown.param}\\b`), param)
  const extras = { status, param, ...(retryAfter === null ? {} : { retryAfter }), ...(details ? { details } : {}) }
  return new DomainError(code, message, extras)
}

function assertOwnNames(given: Readonly<Record<string, unknown>>): void {
  for (const [param, own] of Object.entries(RENAMED)) {
    if (given[param] === undefined) continue
    throw new DomainError('unknown_parameter', `${param} is not a parameter of this call; use ${own}.`, { param })
  }
  for (const param of ['mode', 'n']) {
    if (given[param] === undefined) continue
    const message = `${param} is not a parameter of this call; use POST /v1/videos.`
    throw new DomainError('unknown_parameter', message, { param })
  }
}

/** The nearest duration, in seconds. */
function durationOf(seconds: unknown): number {
  const text = typeof seconds === 'number' ? String(seconds) : seconds
  if (typeof text !== 'string' || !/^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text) || Number(text) === 0) {
    throw invalid('seconds', `must be a number of seconds such as "4", "8" or "12"`)
  }
  const nearest = Math.min(DURATION_MAX_S, Math.max(DURATION_MIN_S, Number(text)))
  return Number(nearest.toFixed(3))
}

/** The aspect ratio of the nearest canvas. */
function ratioOf(size: unknown): string {
  const [, width, height] = (typeof size === 'string' && /^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$/.exec(size)) || []
  if (!width || !height) throw invalid('size', 'must be a width and a height in pixels such as "720x1280"')
  return nearestCanvas({ width: Number(width), height: Number(height) })
}

/** The id of an uploaded file. */
function fileIdOf(reference: unknown): string {
  const given = typeof reference === 'object' && reference !== null ? (reference as Record<string, unknown>) : {}
  const { file_id: id, ...others } = given
  if (typeof id === 'string' && Object.keys(others).length === 0) return id
  const rule =
    'must be an image file in a multipart form, or {"file_id": "…"} with the id of a file from POST /v1/files'
  throw invalid('input_reference', rule)
}
