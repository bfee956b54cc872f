import { bool, int, int8, orNull, type RowOf, text, time } from '../lib/sql.ts'
import type { Media, MediaKind } from '../media/media.ts'

/** What a file is uploaded for (spec 4.10). */
export const PURPOSES = ['input_image', 'end_image', 'reference'] as const
export type Purpose = (typeof PURPOSES)[number]

/** An uploaded file as the rooms know it. */
export interface FileRecord extends Media {
  readonly id: string
  readonly accountId: string
  readonly purpose: Purpose
  readonly filename: string
  readonly bytes: number
  readonly sha256: string
  readonly objectKey: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Columns of `fileFromRow`. */
export const FILE = {
  id: text(),
  account_id: text(),
  purpose: text<Purpose>(),
  kind: text<MediaKind>(),
  content_type: text(),
  filename: text(),
  bytes: int8,
  width: orNull(int),
  height: orNull(int),
  duration_ms: orNull(int),
  has_audio: orNull(bool),
  sha256: text(),
  object_key: text(),
  created_at: time,
  expires_at: time,
}

export function fileFromRow(file: RowOf<typeof FILE>): FileRecord {
  return {
    id: file.id,
    accountId: file.account_id,
    purpose: file.purpose,
    kind: file.kind,
    contentType: file.content_type,
    filename: file.filename,
    bytes: Number(file.bytes),
    width: file.width,
    height: file.height,
    durationMs: file.duration_ms,
    hasAudio: file.has_audio ?? false,
    sha256: file.sha256,
    objectKey: file.object_key,
    createdAt: file.created_at,
    expiresAt: file.expires_at,
  }
}
