import { isHeld, tagsOf } from '../negotiate.ts'

/** Conditional and partial requests (RFC 9110, sections 13 and 14). Pure. */

export interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** The request headers for conditions and ranges. */
export interface Conditions {
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifMatch: string | undefined
  readonly ifUnmodifiedSince: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
}

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string
  /** As the header has it, to the second. */
  readonly lastModified: string
}

/** The header whose condition is not met: 412. */
export function failedCondition(conditions: Conditions, { etag, lastModified }: Validators): string | null {
  const { ifMatch, ifUnmodifiedSince } = conditions
  if (ifMatch !== undefined) {
    const tags = tagsOf(ifMatch)
    return tags.includes('*') || tags.includes(etag) ? null : 'If-Match'
  }
  const isLater = ifUnmodifiedSince !== undefined && Date.parse(lastModified) > Date.parse(ifUnmodifiedSince)
  return isLater ? 'If-Unmodified-Since' : null
}

/** Whether the client has these bytes already: 304. */
export function isUnchanged(conditions: Conditions, { etag, lastModified }: Validators): boolean {
  const { ifNoneMatch, ifModifiedSince } = conditions
  if (ifNoneMatch !== undefined) return isHeld(ifNoneMatch, etag)
  return ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= Date.parse(lastModified)
}

/**
 * The requested part: null for all bytes, also if the header is malformed, has several ranges, or its If-Range no longer
 * matches; 'unsatisfiable' for 416.
 */
export function rangeOf(
  { range, ifRange }: Conditions,
  size: number,
  { etag, lastModified }: Validators,
): ByteRange | 'unsatisfiable' | null {
  if (range === undefined) return null
  if (ifRange !== undefined && ifRange.trim() !== etag && ifRange.trim() !== lastModified) return null
  const [, first = '', last = ''] = /^bytes=\s*([0-9]*)-([0-9]*)\s*$/i.exec(range) ?? []
  if (first === '') return last === '' ? null : suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length > 0 && size > 0 ? { start: Math.max(0, size - length), end: size - 1 } : 'unsatisfiable'
}
