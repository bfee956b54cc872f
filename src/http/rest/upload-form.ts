import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { DomainError } from '../../errors.ts'
import { cutShort, type Received } from '../../file/receive.ts'
import type { Receive, UploadForm } from '../../file/upload.ts'
import { UPLOAD_FORM_MAX_BYTES } from '../../limits.ts'
import { capOf } from '../../media/kinds.ts'
import { assertUncompressed } from './body.ts'
import { invalid } from './query.ts'

/** Longer names and purposes are invalid. */
const FIELD_MAX_BYTES = 1024

/** The largest body that can be an upload. */
export const UPLOAD_BODY_MAX_BYTES = capOf('video') + UPLOAD_FORM_MAX_BYTES

/**
 * Reads the multipart form of an upload (spec 4.10): part `file`, field `purpose` before or after it, nothing else. The file
 * goes through `receive` while it arrives. After a refusal the rest of the body is not read.
 * @throws DomainError 400 invalid_, missing_ and unknown_parameter, 413 file_too_large, 415 unsupported_media_type, what
 *   `receive` throws
 */
export async function readUploadForm(incoming: IncomingMessage, receive: Receive): Promise<UploadForm> {
  const parser = parserOf(incoming)
  const parts = createParts(receive)
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  const cut = () => stop(cutShort())
  const closed = () => incoming.complete || cut()
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > UPLOAD_BODY_MAX_BYTES) stop(bodyTooLarge())
  }
  const whole = new Promise<void>((resolve) => parser.once('close', resolve))
  parser.on('error', cut)
  parser.on('field', (name, value) => attempt(stop, () => parts.field(name, value)))
  parser.on('file', (name, stream, { filename }) => {
    stream.on('error', () => {})
    attempt(stop, () => parts.file(name, stream, filename ?? null).catch(stop))
  })
  incoming.on('error', cut).on('close', closed)
  if (incoming.destroyed) cut()
  else incoming.on('data', count).pipe(parser)
  try {
    await Promise.race([whole, stopped])
    return await Promise.race([parts.form(), stopped])
  } catch (error) {
    incoming.unpipe(parser)
    parser.destroy(error as Error)
    await parts.settled()
    throw error
  } finally {
    incoming.off('data', count).off('close', closed).off('error', cut)
  }
}

/** Rejects the pending promise with an error of a listener. */
function attempt(stop: (error: unknown) => void, run: () => unknown): void {
  try {
    run()
  } catch (error) {
    stop(error)
  }
}

function parserOf(incoming: IncomingMessage): busboy.Busboy {
  const { headers } = incoming
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  assertUncompressed(incoming)
  if (Number(headers['content-length'] ?? 0) > UPLOAD_BODY_MAX_BYTES) throw bodyTooLarge()
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { fieldSize: FIELD_MAX_BYTES } })
  } catch {
    // The boundary is missing.
    throw cutShort()
  }
}

interface Parts {
  field(name: string | undefined, value: string): void
  /** Settles with the file; throws at once if the form's file is invalid. */
  file(name: string | undefined, content: Readable, filename: string | null): Promise<unknown>
  /** The whole form, once it has arrived. */
  form(): Promise<UploadForm>
  /** Settles when no file is being received. */
  settled(): Promise<unknown>
}

function createParts(receive: Receive): Parts {
  let purpose: string | null = null
  let file: { readonly filename: string | null; readonly content: Promise<Received> } | null = null
  return {
    field(name, value) {
      if (name === 'file') throw invalid('file', 'must be sent as a file, not as text')
      if (name !== 'purpose') throw unknown(name)
      if (purpose !== null) throw invalid('purpose', 'must be given once')
      purpose = value
    },
    file(name, content, filename) {
      if (name === 'purpose') throw invalid('purpose', 'must be sent as text, not as a file')
      if (name !== 'file') throw unknown(name)
      if (file) throw invalid('file', 'must be given once')
      file = { filename, content: receive(content, purpose) }
      return file.content
    },
    async form() {
      if (!file) throw new DomainError('missing_parameter', 'file is required.', { param: 'file' })
      const { filename, content } = file
      return { purpose, filename, content: await content }
    },
    settled: async () => file?.content.catch(() => {}),
  }
}

function unknown(name: string | undefined): DomainError {
  const param = (name ?? '').toWellFormed().slice(0, 100)
  return new DomainError('unknown_parameter', `${param || 'A part without a name'} is not a parameter of this call.`, {
    param,
  })
}

/** The refusal of a larger body. */
export function bodyTooLarge(): DomainError {
  const message = `A file may have at most ${capOf('video')} bytes.`
  return new DomainError('file_too_large', message, { param: 'file', details: { max_bytes: capOf('video') } })
}
