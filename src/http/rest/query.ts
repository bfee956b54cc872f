import { z } from 'zod'
import { DomainError } from '../../errors.ts'
import { isCleanText } from '../../lib/text.ts'
import { PAGE_DEFAULT, PAGE_MAX } from '../../limits.ts'
import type { RestContext } from './context.ts'

export type Query = ReadonlyMap<string, string>

const Time = z.iso.datetime({ offset: true })

/**
 * The query of a request. Unknown names are refused, not ignored.
 * @param others how to treat unknown names
 * @throws DomainError 400 unknown_parameter; invalid_parameter for a repeated name and for text that cannot be stored or
 *   is not UTF-8
 */
export function queryOf(c: RestContext, names: readonly string[], others: 'refused' | 'ignored' = 'refused'): Query {
  const { url } = c.req
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

/** A limit out of range is refused, not clamped (docs/rules/doors.md#lists). */
export function limitOf(query: Query): number {
  const text = query.get('limit')
  if (text === undefined) return PAGE_DEFAULT
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > PAGE_MAX) throw invalid('limit', `must be a whole number from 1 to ${PAGE_MAX}`)
  return limit
}

export function choiceOf<T extends string>(query: Query, name: string, choices: readonly T[]): T | null {
  const text = query.get(name)
  return text === undefined ? null : chosen(name, text, choices)
}

/** One or more of the choices, separated by commas. */
export function choicesOf<T extends string>(query: Query, name: string, choices: readonly T[]): T[] | null {
  const text = query.get(name)
  return text === undefined ? null : text.split(',').map((each) => chosen(name, each, choices))
}

function chosen<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw invalid(name, `must be one of ${choices.join(', ')}`)
  return choice
}

/** An ISO 8601 time with its zone. */
export function timeOf(query: Query, name: string): Date | null {
  const text = query.get(name)
  if (text === undefined) return null
  if (Time.safeParse(text).success) return new Date(text)
  // In a query a + means a space (the URL standard's form decoding).
  if (Time.safeParse(text.replace(' ', '+')).success) throw invalid(name, 'contains a + that must be sent as %2B')
  throw invalid(name, 'must be an ISO 8601 time such as 2026-11-27T21:57:00Z')
}

export function invalid(param: string, rule: string): DomainError {
  return new DomainError('invalid_parameter', `${param} ${rule}.`, { param })
}
