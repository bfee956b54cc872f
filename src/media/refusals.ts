import { DomainError, type ErrorCode } from '../errors.ts'
import { MEDIA_MAX_PIXELS } from '../limits.ts'
import { TAKEN } from './codecs.ts'
import { capOf } from './kinds.ts'
import type { MediaKind } from './media.ts'

export function refusal(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message, { param: 'file' })
}

const UNREADABLE: Readonly<Record<MediaKind, readonly [ErrorCode, string]>> = {
  image: ['media_unreadable', 'The image is damaged or incomplete.'],
  video: ['media_unreadable', 'The video cannot be read: it is damaged, incomplete, or has no frames.'],
  audio: ['audio_duration_unreadable', 'The duration of the audio cannot be read: it is damaged, or has no sound.'],
}

export function unreadable(kind: MediaKind): DomainError {
  return refusal(...UNREADABLE[kind])
}

export function unsupported(): DomainError {
  const message = 'The file is not a png, jpeg, webp, mp4, mov, mp3, wav, m4a or flac. Its bytes count, not its name.'
  return refusal('unsupported_media_type', message)
}

const PICTURES = { image: 'An image', video: 'Each frame of a video' } as const

/** @throws DomainError 400 image_too_large */
export function assertFewPixels(kind: 'image' | 'video', pixels: number): void {
  const most = MEDIA_MAX_PIXELS[kind]
  if (pixels <= most) return
  throw refusal(
    'image_too_large',
    `${PICTURES[kind]} may have at most ${most / 1_000_000} megapixels. Make it smaller.`,
  )
}

/** A file of an accepted kind with a codec that is not accepted. */
export function unsupportedCodec(kind: 'video' | 'audio'): DomainError {
  return refusal('unsupported_media_type', `The ${kind} is in an unsupported codec. Use ${TAKEN[kind]}.`)
}

/** @throws DomainError 413 file_too_large */
export function assertWithinCap(kind: MediaKind, bytes: number): void {
  const cap = capOf(kind)
  if (bytes <= cap) return
  const message = `A file of kind ${kind} may have at most ${cap} bytes.`
  throw new DomainError('file_too_large', message, { param: 'file', details: { kind, max_bytes: cap } })
}
