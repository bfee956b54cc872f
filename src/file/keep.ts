import { type Lease, settleLease } from '../admission/lease.ts'
import { DomainError } from '../errors.ts'
import { namesOf, statement, transaction } from '../lib/sql.ts'
import { FILE_HOURS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { FILE, type FileRecord, fileFromRow } from './file.ts'
import { takeQuota } from './quota.ts'

/** Where a file's bytes are kept. */
export function objectKeyOf(id: string): string {
  return `${OBJECTS}${id}`
}

/** What every object key of a file begins with. */
export const OBJECTS = 'files/'

const INSERT = statement('file_insert', FILE)<NewFile & { objectKey: string }>`
    insert into file (id, account_id, purpose, kind, content_type, filename, bytes, width, height, duration_ms, has_audio,
      sha256, object_key, created_at, expires_at)
    select $id, $accountId, $purpose, $kind, $contentType, $filename, $bytes, $width, $height, $durationMs, $hasAudio,
      $sha256, $objectKey, t.at, t.at + interval '${FILE_HOURS} hours'
    from (select date_trunc('milliseconds', now()) as at) as t
    returning ${namesOf(FILE)}`

export type NewFile = Omit<FileRecord, 'objectKey' | 'createdAt' | 'expiresAt'>

/**
 * Keeps a received file: its bytes first, then its row and the answer under its key in one transaction. Whatever breaks in
 * between leaves bytes without a row, which the sweep finds; never a row without bytes.
 * @param path the received file, which the storage takes
 * @param kept the key it is kept under, with the hash of the body; null without one
 * @throws DomainError 409 idempotency_in_progress where the key was taken over, 413 storage_quota_exceeded
 */
export async function keepFile(
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  path: string,
  file: NewFile,
  kept: { readonly lease: Lease; readonly bodyHash: Buffer } | null,
): Promise<FileRecord> {
  const key = objectKeyOf(file.id)
  await storage.putFile(key, path)
  try {
    return await transaction(pool, async (tx) => {
      const answer = { status: 201, answer: { id: file.id } }
      const [, { rows }] = await Promise.all([
        takeQuota(tx, file.accountId, file.bytes),
        tx.run(INSERT, { ...file, objectKey: key }),
        kept && settleLease(tx, kept.lease, { ...answer, bodyHash: kept.bodyHash }),
      ])
      if (!rows[0]) throw new Error('a new file was not written')
      return fileFromRow(rows[0])
    })
  } catch (error) {
    // A broken connection may hide a commit: then the bytes stay for the sweep to judge.
    if (error instanceof DomainError) await storage.remove(key)
    throw error
  }
}
