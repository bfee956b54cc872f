/** Properties read from an uploaded file's bytes (spec 2.3), never from the caller's description. */
export type MediaKind = 'image' | 'video' | 'audio'

export interface Media {
  readonly kind: MediaKind
  /** One of the whitelist (spec 4.10): image/png … audio/flac. */
  readonly contentType: string
  /** Display size in pixels: EXIF orientation, rotation matrix and pixel aspect applied; null for audio. */
  readonly width: number | null
  readonly height: number | null
  /** null for images. */
  readonly durationMs: number | null
  /** false for images. */
  readonly hasAudio: boolean
}
