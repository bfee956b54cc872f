/** Content negotiation and conditions (RFC 9110, 12.5.3 and 13.1.2). Pure. */

/** Content codings of prepared answers, the shorter first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The coding of the answer: the first available one that the client accepts, whatever its preference, because the shorter one is
 * faster. A weight of zero means that the client does not accept it.
 * @param accepted Accept-Encoding
 * @returns null for no coding
 */
export function codingOf(accepted: string | null | undefined, isThere: (coding: Coding) => boolean): Coding | null {
  const weights = new Map((accepted ?? '').split(',').map(weightOf))
  return CODINGS.find((coding) => isThere(coding) && (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? null
}

function weightOf(part: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const weight = parameters.find((each) => each.startsWith('q='))
  return [coding, weight ? Number(weight.slice(2)) : 1]
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
