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

interface FileRow {
  id: string
  account_id: string
  purpose: Purpose
  kind: MediaKind
  content_type: string
  filename: string
  bytes: bigint
  width: number | null
  height: number | null
  duration_ms: number | null
  has_audio: boolean | null
  sha256: string
  object_key: string
  created_at: Date
  expires_at: Date
}

/** Columns of `fileFromRow`. */
export const FILE_COLUMNS =
  'id, account_id, purpose, kind, content_type, filename, bytes, width, height, duration_ms, has_audio, sha256, ' +
  'object_key, created_at, expires_at'

/** A row of `FILE_COLUMNS` on the rooms' pool. */
export function fileFromRow(row: object): FileRecord {
  const file = row as FileRow
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
