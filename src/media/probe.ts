import { type FileBytes, openBytes } from './bytes.ts'
import { flacSeconds } from './flac.ts'
import { AUDIO, HEAD_BYTES, type Sniffed, sniff } from './kinds.ts'
import { MEDIA_MAX_MS } from './limits.ts'
import type { Media } from './media.ts'
import { readMovie } from './movie.ts'
import { mp3Seconds } from './mp3.ts'
import { probeImage } from './probe-image.ts'
import { assertFewPixels, assertWithinCap, refusal, unreadable, unsupported, unsupportedCodec } from './refusals.ts'
import { skipTags, TAG_HEADER_BYTES } from './tag.ts'
import { wavSeconds } from './wav.ts'

/**
 * Probes a stored file by its bytes (spec 2.3). Reads block: run it in a separate process, as `prober.ts` does.
 * @throws DomainError 400 empty_file, media_unreadable, audio_duration_unreadable, image_too_large, 413 file_too_large,
 *   415 unsupported_media_type, each with the param `file`
 */
export async function probeFile(path: string): Promise<Media> {
  using file = openBytes(path)
  if (file.size === 0) throw refusal('empty_file', 'The file is empty.')
  const sniffed = sniff(file.read(0, HEAD_BYTES))
  if (!sniffed) throw unsupported()
  assertWithinCap(sniffed.kind, file.size)
  try {
    if (sniffed.kind === 'image') return await probeImage(path, sniffed)
    if (sniffed.kind === 'video' || sniffed === AUDIO.m4a) return probeMovie(file, sniffed)
    return probeSound(file, sniffed)
  } catch (error) {
    // A field of the file points beyond the end of its parent.
    if (error instanceof RangeError) throw unreadable(sniffed.kind)
    throw error
  }
}

function probeMovie(file: FileBytes, sniffed: Sniffed): Media {
  const movie = readMovie(file, sniffed === AUDIO.m4a)
  if (movie?.isEncrypted) throw refusal('media_unreadable', 'The file is encrypted.')
  if (movie?.video) {
    const { size, seconds, isTaken } = movie.video
    assertFewPixels('video', Math.max(movie.pixels, size.width * size.height))
    if (!isTaken) throw unsupportedCodec('video')
    const contentType = sniffed.kind === 'video' ? sniffed.contentType : 'video/mp4'
    return {
      kind: 'video',
      contentType,
      ...size,
      durationMs: durationOf('video', seconds),
      hasAudio: movie.audio !== null,
    }
  }
  if (!movie?.audio) throw unreadable(sniffed.kind)
  if (!movie.audio.isTaken) throw unsupportedCodec('audio')
  // Sound alone has a lower size limit than an mp4 with video.
  assertWithinCap('audio', file.size)
  return sound(AUDIO.m4a, movie.audio.seconds)
}

function probeSound(file: FileBytes, sniffed: Sniffed): Media {
  if (sniffed === AUDIO.wav) return sound(sniffed, wavSeconds(file))
  const start = skipTags((at) => file.read(at, TAG_HEADER_BYTES))
  const isFlac = file.read(start, 4).toString('latin1') === 'fLaC'
  if (isFlac) return sound(AUDIO.flac, flacSeconds(file, start))
  const seconds = mp3Seconds(file, start, file.size)
  // Anything could follow a tag that is longer than the head.
  if (seconds === null && start > 0 && start < file.size) throw unsupported()
  return sound(AUDIO.mp3, seconds)
}

function sound({ contentType }: Sniffed, seconds: number | null): Media {
  const durationMs = durationOf('audio', seconds)
  return { kind: 'audio', contentType, width: null, height: null, durationMs, hasAudio: true }
}

/** Whole milliseconds, at least one. Billing and the limit of 15 s use this value, so an invalid duration is refused. */
function durationOf(kind: 'video' | 'audio', seconds: number | null): number {
  const ms = (seconds ?? 0) * 1000
  if (!(ms > 0 && ms < MEDIA_MAX_MS)) throw unreadable(kind)
  return Math.max(1, Math.round(ms))
}
