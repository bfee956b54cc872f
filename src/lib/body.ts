import { z } from 'zod'
import { DomainError, type ErrorCode } from '../errors.ts'
import { PROBLEMS_MAX } from '../limits.ts'
import { parseExact, withoutNulls } from './json.ts'
import { givenTwice, type Path, pathText, repeatedName } from './names.ts'
import { codePoints, isBlank, isCleanText, isPlainName } from './text.ts'

/** The content of `metadata` is returned as sent. */
const isMetadata = (path: Path) => path.length === 1 && path[0] === 'metadata'

/**
 * A body's JSON, checked only for repeated names.
 * @throws DomainError 400 invalid_json; invalid_parameter at such a name
 */
export function parseJson(text: string): unknown {
  const repeated = repeatedName(text, isMetadata)
  const parsed = tryParse(text)
  if (repeated) throw givenTwice(repeated)
  return parsed
}

function tryParse(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.')
  }
}

/**
 * A text of `min` to `max` code points that can be stored and echoed (docs/rules/create.md#text); JSON Schema counts
 * the same.
 */
export function storableText(max: number, min: 0 | 1 = 1) {
  return z
    .string()
    .refine(isCleanText, { error: 'must not contain NUL characters or lone surrogates' })
    .refine((value) => value.length >= min && codePoints(value) <= max, {
      error: `must be ${min} to ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max })
}

/** The same for a text with at least one visible character. */
export function visibleText(max: number) {
  return storableText(max).refine((value) => value === '' || !isBlank(value), {
    error: 'must not be only white space and invisible characters',
  })
}

/**
 * A list whose length is checked before its items: the items of a list that is too long are not validated. Every list of a body
 * uses this.
 * @param rule message for a longer list, and its code if not invalid_parameter
 */
export function boundedList<T extends z.ZodType>(
  list: z.ZodArray<T>,
  max: number,
  rule: { readonly error: string; readonly code?: ErrorCode } = { error: `must have at most ${max} items` },
) {
  const judged = z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= max) return value
    const { error: message, code } = rule
    context.addIssue({ code: 'custom', path: [max], message, params: { code } })
    return z.NEVER
  }, list)
  return judged.meta({ maxItems: max })
}

/** A name for people, of one line. */
export function nameText(max: number) {
  return storableText(max)
    .refine(isPlainName, { error: 'must not contain line breaks, zero-width characters or direction marks' })
    .meta({ minLength: 1, maxLength: max })
}

/**
 * The fields of a parsed body; JSON null is the same as absent (docs/rules/create.md#body).
 * @param schema a strict object, whose optional fields in nested objects are `nullish`
 * @throws DomainError 400 with the first problem's code and path
 */
export function parseFields<T>(schema: z.ZodType<T>, body: unknown): T {
  const given = givenFields(body)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw (
    toRefusals(parsed.error.issues, given).errors[0] ??
    new DomainError('invalid_parameter', 'The request body is invalid.')
  )
}

/**
 * The members of a body that are not null.
 * @throws DomainError 400 invalid_parameter if it is not an object
 */
export function givenFields(body: unknown): Readonly<Record<string, unknown>> {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new DomainError('invalid_parameter', 'The request body must be a JSON object.')
  }
  if (!Object.values(body).includes(null)) return body as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** The first problems of a body, and the number of the others. */
export interface Problems {
  readonly errors: readonly DomainError[]
  readonly more: number
}

/** Limits a list of problems to the size of an answer. */
export function firstProblems(errors: readonly DomainError[], more = 0): Problems {
  return { errors: errors.slice(0, PROBLEMS_MAX), more: more + Math.max(0, errors.length - PROBLEMS_MAX) }
}

/** Whether a body has a member that is not null. */
export function isGiven(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body && body[name as keyof typeof body] !== null
}

/** Whether a body has a member that is null. */
export function isNull(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && body[name as keyof typeof body] === null
}

/** The normal form of a body in which null is a value of one member, and in all others the same as absent. */
export function askedWithNull(body: unknown, name: string): unknown {
  const asked = withoutNulls(body)
  return isNull(body, name) ? { ...Object(asked), [name]: null } : asked
}

/** Problems as refusals. Fields of the wrong form precede unknown names. */
export function toRefusals(issues: readonly z.core.$ZodIssue[], given: Readonly<Record<string, unknown>>): Problems {
  const formal = issues.filter(({ code }) => code !== 'unrecognized_keys')
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  const room = Math.max(0, PROBLEMS_MAX - formal.length)
  const first = unknown.flatMap(({ path, keys }) => keys.slice(0, room).map((key) => [...path, key]))
  const errors = [
    ...formal.slice(0, PROBLEMS_MAX).map((issue) => toRefusal(issue, given)),
    ...first.slice(0, room).map(toUnknown),
  ]
  const count = unknown.reduce((sum, { keys }) => sum + keys.length, formal.length)
  return { errors, more: count - errors.length }
}

function toUnknown(path: readonly PropertyKey[]): DomainError {
  const param = pathText(path)
  return new DomainError('unknown_parameter', `${param} is not a parameter of this call.`, { param })
}

function toRefusal(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): DomainError {
  const param = pathText(issue.path)
  if (issue.path.length === 1 && !Object.hasOwn(given, param)) {
    return new DomainError('missing_parameter', `${param} is required.`, { param })
  }
  const code: ErrorCode | undefined = issue.code === 'custom' ? issue.params?.['code'] : undefined
  const rule = Number.isNaN(valueAt(issue.path, given))
    ? 'it has more digits than a number can represent'
    : issue.message
  return new DomainError(code ?? 'invalid_parameter', `${param} is invalid: ${rule}.`, { param })
}

function valueAt(path: readonly PropertyKey[], given: unknown): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given)
}
