import { DomainError } from '../errors.ts'
import type { MediaKind } from '../media/media.ts'
import { PURPOSES, type Purpose } from './file.ts'

/** @throws DomainError 400 missing_parameter, invalid_parameter */
export function purposeOf(text: string | null): Purpose {
  if (text === null) throw new DomainError('missing_parameter', 'purpose is required.', { param: 'purpose' })
  const purpose = PURPOSES.find((each) => each === text)
  if (purpose) return purpose
  const message = `purpose must be one of ${PURPOSES.join(', ')}.`
  throw new DomainError('invalid_parameter', message, { param: 'purpose' })
}

/**
 * Start and end frames are images (docs/rules/files.md#purpose).
 * @throws DomainError 400 file_wrong_kind
 */
export function assertServes(kind: MediaKind, purpose: Purpose): void {
  if (purpose === 'reference' || kind === 'image') return
  const article = kind === 'video' ? 'a video' : 'audio'
  const message = `A file for ${purpose} must be an image; this one is ${article}.`
  throw new DomainError('file_wrong_kind', message, { param: 'file' })
}
