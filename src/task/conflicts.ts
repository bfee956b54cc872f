import { DomainError } from '../errors.ts'
import { SEED_MAX } from '../limits.ts'
import { type Marker, markersOf } from '../media/markers.ts'
import type { Mode } from './task.ts'

/** The fields of a create's body that the rules read, without invalid ones. */
interface Ruled {
  readonly prompt?: string | undefined
  readonly mode?: Mode
  readonly seed?: number | undefined
  readonly n?: number
}

/** The body's members as sent. */
type Given = Readonly<Record<string, unknown>>

const OWN_FIELDS = {
  image_to_video: ['input_image', 'end_image'],
  reference_to_video: ['references', 'reference'],
} as const

/** Rules between fields (docs/rules/create.md#modes). Each is checked if its fields are valid. */
export function conflictsOf(fields: Ruled, given: Given): DomainError[] {
  const errors = fields.mode ? modeConflicts(fields, fields.mode, given) : []
  if (isPresent(given['references']) && isPresent(given['reference'])) {
    errors.push(conflicting('reference', 'Send references or reference, not both.'))
  }
  if (fields.seed !== undefined && fields.n && fields.seed + fields.n - 1 > SEED_MAX) {
    const message = `seed + n - 1 must be at most ${SEED_MAX}.`
    errors.push(new DomainError('invalid_parameter', message, { param: 'seed' }))
  }
  return errors
}

/** Fields that a mode requires, and fields of other modes. */
function modeConflicts(fields: Ruled, mode: Mode, given: Given): DomainError[] {
  const errors: DomainError[] = []
  for (const [owner, names] of Object.entries(OWN_FIELDS)) {
    const present = names.find((name) => isPresent(given[name]))
    if (present && owner !== mode) errors.push(conflicting(present, `${present} belongs to mode ${owner}.`))
    if (!present && owner === mode) errors.push(missing(names[0], `${mode} needs ${names[0]} or ${names[1]}.`))
  }
  const marker = mode === 'reference_to_video' ? undefined : markersOf(fields.prompt ?? '')[0]
  if (marker) errors.push(notSupplied(marker))
  return errors
}

function isPresent(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

const EXAMPLES = { Picture: '@图片1', Video: '@视频1', Audio: '@音频1' } as const

/** Refuses a marker without material (spec 4.1 prompt), and text that only looks like a marker. */
export function notSupplied({ text, kind, number }: Marker): DomainError {
  const shown = text
    .slice(0, 40)
    .toWellFormed()
    .replace(/[\p{DI}\p{C}]/gu, escaped)
  const message =
    number === null
      ? `The prompt contains "${shown}", which looks like a reference to material but is not one. Write a reference as ${EXAMPLES[kind]} or ` +
        `<${kind} 1>, with plain digits, no leading zero and nothing in between.`
      : `The prompt refers to ${shown}, which was not supplied.`
  return new DomainError('reference_not_supplied', message, { param: 'prompt' })
}

function escaped(char: string): string {
  return `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

function conflicting(param: string, message: string): DomainError {
  return new DomainError('conflicting_parameters', message, { param })
}

function missing(param: string, message: string): DomainError {
  return new DomainError('missing_parameter', message, { param })
}
