import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { parseExact } from './json.ts'
import { assertShallow } from './nesting.ts'
import { codePoints, isCleanText, isPlainName } from './text.ts'

/**
 * A body's JSON, not looked at yet.
 * @throws DomainError 400 invalid_json
 */
export function parseJson(text: string): unknown {
  assertShallow(text)
  try {
    return parseExact(text)
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.')
  }
}

/** A text of `min` to `max` code points that can be stored and echoed (contract 2); JSON Schema counts the same. */
export function storableText(max: number, min: 0 | 1 = 1) {
  return z
    .string()
    .refine(isCleanText, { error: 'must not hold NUL characters or lone surrogates' })
    .refine((value) => value.length >= min && codePoints(value) <= max, {
      error: `must be ${min} to ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max })
}

/** A name for people, of one line. */
export function nameText(max: number) {
  return storableText(max)
    .refine(isPlainName, { error: 'must not hold line breaks, zero-width characters or marks of direction' })
    .meta({ minLength: 1, maxLength: max })
}

/**
 * The fields of a parsed body; JSON null is the same as absent (contract 1).
 * @param schema a strict object, whose optional fields inside objects of their own are `nullish`
 * @throws DomainError 400 with the first problem's code and path
 */
export function parseFields<T>(schema: z.ZodType<T>, body: unknown): T {
  const given = givenFields(body)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw (
    toRefusals(parsed.error.issues, given)[0] ?? new DomainError('invalid_parameter', 'The request body is invalid.')
  )
}

/**
 * The members of a body that are not null.
 * @throws DomainError 400 invalid_parameter where it is no object
 */
export function givenFields(body: unknown): Readonly<Record<string, unknown>> {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new DomainError('invalid_parameter', 'The request body must be a JSON object.')
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** Problems as refusals. A field of the wrong form comes before a name that is not known. */
export function toRefusals(
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, unknown>>,
): DomainError[] {
  const formal = issues.filter(({ code }) => code !== 'unrecognized_keys').map((issue) => toRefusal(issue, given))
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    return issue.keys.map((key) => {
      const param = pathText([...issue.path, key])
      return new DomainError('unknown_parameter', `${param} is not a parameter of this call.`, { param })
    })
  })
  return [...formal, ...unknown]
}

function toRefusal(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): DomainError {
  const param = pathText(issue.path)
  if (issue.path.length === 1 && !Object.hasOwn(given, param)) {
    return new DomainError('missing_parameter', `${param} is required.`, { param })
  }
  const rule = Number.isNaN(valueAt(issue.path, given)) ? 'it has more digits than a number can hold' : issue.message
  return new DomainError('invalid_parameter', `${param} is invalid: ${rule}.`, { param })
}

function valueAt(path: readonly PropertyKey[], given: unknown): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given)
}

/** `scopes[1]`, `defaults.use_context_ir`; a caller's own names come back clean and short. */
function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    const name = String(part).toWellFormed().replaceAll('\0', '').slice(0, 100)
    text += typeof part === 'number' ? `[${name}]` : text === '' ? name : `.${name}`
  }
  return text
}
