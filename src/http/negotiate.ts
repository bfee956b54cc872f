import Negotiator from 'negotiator'

/** Content negotiation and conditions (RFC 9110, 12.5.3 and 13.1.2). Pure. */

/** Content codings of prepared answers, the shorter first. */
const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The coding of the answer: the first available one that the client accepts, whatever its preference, because the shorter one is
 * faster.
 * @param accepted Accept-Encoding
 * @returns null for no coding
 */
export function codingOf(accepted: string | null | undefined, isThere: (coding: Coding) => boolean): Coding | null {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted ?? '' } }).encodings([...CODINGS])
  return CODINGS.find((coding) => isThere(coding) && taken.includes(coding)) ?? null
}

/** The entity tags of a condition, as they were written. */
export function tagsOf(list: string): string[] {
  return list.split(',').map((tag) => tag.trim())
}

/**
 * Whether If-None-Match names these bytes, so that the client has them already.
 * @param etag strong, with its quotes
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  const tags = tagsOf(ifNoneMatch)
  return tags.includes('*') || tags.includes(etag) || tags.includes(`W/${etag}`)
}
