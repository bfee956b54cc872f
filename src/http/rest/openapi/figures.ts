import * as limits from '../../../limits.ts'
import { capOf } from '../../../media/kinds.ts'

/** Limits as text for the document. */

const { image, video, audio } = limits.REFERENCE_CAPS
const MB = 1024 * 1024

export const JSON_SIZE = `${limits.JSON_BODY_MAX_BYTES / 1024} KB`
export const METADATA_SIZE = `${limits.METADATA_MAX_BYTES / 1024} KB`
export const IMAGE_SIZE = `${capOf('image') / MB} MB`
export const AUDIO_SIZE = `${capOf('audio') / MB} MB`
export const VIDEO_SIZE = `${capOf('video') / MB} MB`
export const PIXELS = `${limits.MEDIA_MAX_PIXELS.image / 1e6} megapixels`
export const VIDEO_PIXELS = `${limits.MEDIA_MAX_PIXELS.video / 1e6} megapixels`
export const REFERENCES = `${image} images, ${video} videos and ${audio} audio files`
export const MATERIAL_TIME = `${limits.MATERIAL_MAX_MS / 1000} seconds`
export const FILE_TIME = `${limits.FILE_HOURS} hours`
export const LINK_TIME = `${limits.LINK_SECONDS / 60} minutes`
export const DIRECT_LINK_TIME = `${limits.DIRECT_LINK_SECONDS / 60} minutes`
export const TOKEN_TIME = `${limits.READ_TOKEN_SECONDS / 60} minutes`
export const DELIVERY_TIME = `${limits.WEBHOOK_RETENTION.days} days`
export const SECRET_TIME = `${limits.WEBHOOK_SECRETS.overlapHours} hours`
export const OPTIMISE_TIME = `${limits.PROMPT_CALL_MS / 1000} seconds`
export const WEBHOOK_TIME = `${limits.WEBHOOK_TIMEOUT_MS / 1000} seconds`

/** `5 s, 5 min, … and 24 h`. */
export const WEBHOOK_DELAYS = limits.WEBHOOK_DELAYS_S.map(durationText)
  .join(', ')
  .replace(/, ([^,]+)$/, ' and $1')

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}
