import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Idempotency, idempotencyOf, type KeptAnswer, refuseOtherBody } from '../admission/idempotency.ts'
import { dropLease, type Lease, renewLease, takeLease } from '../admission/lease.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { newId } from '../lib/id.ts'
import { bodyHash } from '../lib/json.ts'
import { UPLOAD_LEASE_SECONDS, UPLOAD_RENEW_MS } from '../limits.ts'
import type { MediaKind } from '../media/media.ts'
import type { Prober } from '../media/prober.ts'
import type { Resources } from '../resources.ts'
import { assertFreeSpace } from '../storage/free-space.ts'
import type { FileRecord } from './file.ts'
import { keepFile } from './keep.ts'
import { keptFilename } from './name.ts'
import { assertServes, purposeOf } from './purpose.ts'
import { findFile } from './read.ts'
import { type Received, receiveFile } from './receive.ts'

/** The upload that REST or GraphQL read from a body. */
export interface UploadForm {
  readonly purpose: string | null
  readonly filename: string | null
  readonly content: Received
}

/** @param purpose as far as it is known when the file begins */
export type Receive = (content: Readable, purpose: string | null) => Promise<Received>

export interface UploadCall {
  readonly idempotencyKey: string | null
  /** Reads the body on demand; its one file goes through `receive`. */
  readonly read: (receive: Receive) => Promise<UploadForm>
}

export interface UploadedFile {
  readonly file: FileRecord
  readonly replayed: boolean
}

type Needs = Pick<Resources, 'pool' | 'storage' | 'log' | 'config'>

/**
 * Receives a file and keeps it for 24 hours (spec 4.10). Its type is detected from its bytes. With an Idempotency-Key the hash of
 * the body is known only at its end: until then a lease holds the key, and the body of a repeated call is received for
 * comparison.
 * @throws DomainError 400 for the form, the key or the file, 403 insufficient_scope, 409 idempotency_in_progress, 413
 *   file_too_large, storage_quota_exceeded, 415 unsupported_media_type, 422 idempotency_key_reused, 429 rate_limit_exceeded and 503
 *   overloaded where too many wait; 404 file_not_found where the file of a repeated call was deleted; 503 storage_unavailable, 507
 *   insufficient_storage
 */
export async function uploadFile(
  needs: Needs,
  prober: Prober,
  caller: Caller,
  { idempotencyKey, read }: UploadCall,
): Promise<UploadedFile> {
  assertScope(caller, 'files:write')
  await assertFreeSpace(needs)
  const { accountId } = caller
  const id = newId('file')
  const idempotency = idempotencyOf('file.upload', idempotencyKey)
  if (!idempotency) return first(needs, prober, { id, accountId, lease: null, read, renewal: NO_RENEWAL })
  const lease = { accountId, operation: idempotency.operation, key: idempotency.key, holder: id }
  const kept = await takeLease(needs.pool, lease, UPLOAD_LEASE_SECONDS)
  if (kept) return { file: await repeated(needs, caller, { ...idempotency, kept }, read), replayed: true }
  const renewal = startRenewal(needs, lease)
  try {
    return await first(needs, prober, { id, accountId, lease, read, renewal })
  } catch (error) {
    await giveUp(needs, lease)
    throw error
  } finally {
    renewal.stop()
  }
}

interface NewUpload extends Pick<FileRecord, 'id' | 'accountId'> {
  readonly lease: Lease | null
  readonly read: UploadCall['read']
  readonly renewal: Renewal
}

async function first(
  needs: Needs,
  prober: Prober,
  { lease, read, renewal, ...file }: NewUpload,
): Promise<UploadedFile> {
  return withReceived(needs, read, renewal.moved, async (form) => {
    renewal.arrived()
    const purpose = purposeOf(form.purpose)
    const filename = keptFilename(form.filename)
    const { path, bytes, sha256, kind } = form.content
    assertServes(kind, purpose)
    const media = await prober.probe(path, file.accountId)
    const kept = lease && { lease, bodyHash: hashOf(form) }
    const made = await keepFile(needs, path, { ...file, ...media, purpose, filename, bytes, sha256 }, kept)
    return { file: made, replayed: false }
  })
}

/** A refused body has no hash. It differs from the first one, which was accepted. */
const REFUSED = Buffer.alloc(0)

/** The current record for a repeated call. Its body is received for comparison and not kept. */
async function repeated(
  needs: Needs,
  caller: Caller,
  { kept, ...idempotency }: Idempotency & { readonly kept: KeptAnswer },
  read: UploadCall['read'],
): Promise<FileRecord> {
  const hash = await withReceived(needs, read, NO_RENEWAL.moved, async (form) => hashOf(form)).catch(
    (refusal: unknown) => {
      // An error without a part concerns the whole request: it was cut short or is not a form.
      if (refusal instanceof DomainError && refusal.param !== null) return REFUSED
      throw refusal
    },
  )
  const reused = refuseOtherBody(kept, { ...idempotency, bodyHash: hash })
  if (reused) throw reused
  const { id } = kept.answer as { readonly id: string }
  const file = await findFile(needs, caller, id)
  if (file) return file
  throw new DomainError('file_not_found', 'The file created with this Idempotency-Key was deleted.')
}

/** The hash of the upload, the same for REST and GraphQL (docs/rules/doors.md#idempotency). */
function hashOf({ purpose, filename, content: { sha256 } }: UploadForm): Buffer {
  return bodyHash(JSON.stringify({ purpose, filename: keptFilename(filename), sha256 }))
}

/** Runs `use` with the received upload and then removes whatever was not kept. */
async function withReceived<T>(
  needs: Needs,
  read: UploadCall['read'],
  moved: () => void,
  use: (form: UploadForm) => Promise<T>,
): Promise<T> {
  const paths: string[] = []
  const receive: Receive = async (content, given) => {
    const purpose = given === null ? null : purposeOf(given)
    const sniffed = (kind: MediaKind) => purpose && assertServes(kind, purpose)
    const received = await receiveFile(needs, content, { moved, sniffed })
    paths.push(received.path)
    return received
  }
  try {
    return await use(await read(receive))
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

interface Renewal {
  readonly moved: () => void
  /** All bytes have arrived; the rest does not depend on the client. */
  readonly arrived: () => void
  readonly stop: () => void
}

const NO_RENEWAL: Renewal = { moved() {}, arrived() {}, stop() {} }

/** Renews a lease while bytes arrive, and then to the end. Without new bytes for a minute another call may take it over. */
function startRenewal({ pool, log }: Needs, lease: Lease): Renewal {
  let hasMoved = false
  let isOurs = false
  const renew = () => {
    if (!hasMoved && !isOurs) return
    hasMoved = false
    renewLease(pool, lease, UPLOAD_LEASE_SECONDS).catch((error) => log.warn({ err: error }, 'could not renew a lease'))
  }
  const timer = setInterval(renew, UPLOAD_RENEW_MS)
  return {
    moved: () => {
      hasMoved = true
    },
    arrived: () => {
      isOurs = true
    },
    stop: () => clearInterval(timer),
  }
}

/** A key that cannot be released now can be taken over once its lease has expired. */
async function giveUp({ pool, log }: Needs, lease: Lease): Promise<void> {
  try {
    await dropLease(pool, lease)
  } catch (error) {
    log.warn({ err: error }, 'could not release a key; its lease will expire')
  }
}
