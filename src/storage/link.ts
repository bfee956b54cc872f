import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { LINK_SECONDS } from '../limits.ts'

export const VARIANTS = ['video', 'thumbnail', 'preview'] as const
export type Variant = (typeof VARIANTS)[number]

/**
 * A signed download address: no Authorization needed, GET and HEAD only, for an hour
 * (docs/rules/files.md#signed-links).
 */
export interface Link {
  /** Path and query, to append to the public URL. */
  readonly path: string
  readonly expiresAt: Date
}

export interface Links {
  sign(taskId: string, variant: Variant): Link
  /** @throws DomainError 403 invalid_signature, 410 link_expired */
  assertValid(taskId: string, variant: Variant, expires: string, signature: string): void
}

/** @param secret shared by all gateways of an installation */
export function createLinks(secret: string): Links {
  const signatureOf = (taskId: string, variant: Variant, expires: number) =>
    createHmac('sha256', secret).update(`${taskId}\n${variant}\n${expires}`).digest('base64url')

  return {
    sign(taskId, variant) {
      const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS
      // Nothing in it needs escaping. URLSearchParams would take three times as long, for every task of a list.
      const shown = variant === 'video' ? '' : `variant=${variant}&`
      const query = `${shown}expires=${expires}&signature=${signatureOf(taskId, variant, expires)}`
      return { path: `/v1/videos/${taskId}/content?${query}`, expiresAt: new Date(expires * 1000) }
    },
    assertValid(taskId, variant, expires, signature) {
      const time = /^[0-9]{1,12}$/.test(expires) ? Number(expires) : Number.NaN
      const given = Buffer.from(signature)
      const right = Buffer.from(signatureOf(taskId, variant, time))
      if (Number.isNaN(time) || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new DomainError('invalid_signature', 'The signature of this link is not valid.')
      }
      if (time * 1000 <= Date.now()) {
        throw new DomainError('link_expired', 'This link has expired; get the video again for a new link.')
      }
    },
  }
}
