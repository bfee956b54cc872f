import { z } from 'zod'
import { DomainError } from '../../errors.ts'
import type { Caller } from '../../key/caller.ts'
import { isCleanText } from '../../lib/text.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../../limits.ts'
import type { RestContext } from './context.ts'
import { choice, idOf, int, type JsonSchema, text } from './openapi/schema.ts'

/** A parameter of a query, which a route declares by its name. */
export interface Parameter<T = unknown> {
  /** With its description; null: the document has it as a way to authenticate. */
  readonly schema: JsonSchema | null
  /** @param given undefined: it is not in the query */
  read(given: string | undefined, name: string, caller: Caller | null, c: RestContext): T
}

/**
 * The query of a request's URL. Unknown names are refused, not ignored.
 * @param others how to treat unknown names
 * @throws DomainError 400 unknown_parameter; invalid_parameter for a repeated name and for text that cannot be stored or
 *   is not UTF-8
 */
export function queryOf(
  url: string,
  names: readonly string[],
  others: 'refused' | 'ignored' = 'refused',
): ReadonlyMap<string, string> {
  const start = url.indexOf('?')
  const query = new Map<string, string>()
  if (start < 0) return query
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (!names.includes(name)) {
      if (others === 'ignored') continue
      const param = name.replaceAll('\0', '').slice(0, 100)
      const message = `${param || 'A parameter without a name'} is not a parameter of this call.`
      throw new DomainError('unknown_parameter', message, { param })
    }
    if (query.has(name)) throw invalid(name, 'must be given once')
    if (!isCleanText(value)) throw invalid(name, 'must not contain NUL characters')
    // The replacement character means invalid UTF-8; no valid value contains it.
    if (value.includes('\ufffd')) throw invalid(name, 'must be UTF-8 in percent-encoding')
    query.set(name, value)
  }
  return query
}

/** A text that the route's handler checks. */
export function anyText(schema: JsonSchema | null): Parameter<string | null> {
  return { schema, read: (given) => given ?? null }
}

export function oneOf<T extends string>(choices: readonly T[], description: string): Parameter<T | null>
export function oneOf<T extends string>(choices: readonly T[], description: string, fallback: T): Parameter<T>
export function oneOf<T extends string>(choices: readonly T[], description: string, fallback?: T): Parameter<T | null> {
  return {
    schema: { ...choice(choices, description), ...(fallback ? { default: fallback } : {}) },
    read: (given, name) => (given === undefined ? (fallback ?? null) : chosen(name, given, choices)),
  }
}

/** One or more of the choices, separated by commas. */
export function severalOf<T extends string>(
  given: string | undefined,
  name: string,
  choices: readonly T[],
): T[] | null {
  return given === undefined ? null : given.split(',').map((each) => chosen(name, each, choices))
}

function chosen<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw invalid(name, `must be one of ${choices.join(', ')}`)
  return choice
}

/** A limit out of range is refused, not clamped (docs/rules/doors.md#lists). */
const LIMIT: Parameter<number> = {
  schema: int('Maximum number of items. A value out of range is refused.', {
    minimum: 1,
    maximum: PAGE_MAX,
    default: PAGE_DEFAULT,
  }),
  read(given, name) {
    if (given === undefined) return PAGE_DEFAULT
    const limit = /^[0-9]{1,3}$/.test(given) ? Number(given) : 0
    if (limit < 1 || limit > PAGE_MAX) throw invalid(name, `must be a whole number from 1 to ${PAGE_MAX}`)
    return limit
  },
}

const ORDER = oneOf(['asc', 'desc'], 'Order by time of creation: `desc` is newest first.', 'desc')

/** The parameters of a list that is always newest first. */
export function paging(prefix: string) {
  return {
    limit: LIMIT,
    after: anyText(idOf(prefix, 'The page begins after this item: `last_id` of the page before.')),
  }
}

/** The parameters of a list in either order. */
export function ordered(prefix: string) {
  return { ...paging(prefix), order: ORDER }
}

const Time = z.iso.datetime({ offset: true })

/** An ISO 8601 time with its zone. */
export function anyTime(description: string): Parameter<Date | null> {
  return {
    schema: text(description, { format: 'date-time', examples: ['2026-11-27T21:57:00Z'] }),
    read(given, name) {
      if (given === undefined) return null
      if (Time.safeParse(given).success) return new Date(given)
      // In a query a + means a space (the URL standard's form decoding).
      if (Time.safeParse(given.replace(' ', '+')).success) throw invalid(name, 'contains a + that must be sent as %2B')
      throw invalid(name, 'must be an ISO 8601 time such as 2026-11-27T21:57:00Z')
    },
  }
}

export function invalid(param: string, rule: string): DomainError {
  return new DomainError('invalid_parameter', `${param} ${rule}.`, { param })
}
