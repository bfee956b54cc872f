import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { DomainError } from '../../errors.ts'
import { cutShort } from '../../file/receive.ts'
import { UPLOAD_FORM_MAX_BYTES } from '../../limits.ts'
import { capOf } from '../../media/kinds.ts'
import { assertUncompressed } from './body.ts'

/** The largest body that can be an upload. */
export const UPLOAD_BODY_MAX_BYTES = capOf('video') + UPLOAD_FORM_MAX_BYTES

/** Takes the parts of a form as they arrive. */
export interface Parts<T> {
  /** @param isCut whether the value was longer than a field may be */
  field(name: string | undefined, value: string, isCut: boolean): void
  /** Settles with the file; throws at once if the form's file is invalid. */
  file(name: string | undefined, content: Readable, filename: string | null): Promise<unknown>
  /** The whole form, once it has arrived. */
  form(): Promise<T>
  /** Settles when no file is being received; called after a refusal. */
  settled(refusal: unknown): Promise<unknown>
}

/**
 * Reads a multipart form whose file is received while it arrives. After a refusal the rest of the body is not read.
 * @throws DomainError 400 invalid_parameter, 413 file_too_large, 415 unsupported_media_type, what `parts` throw
 */
export async function readParts<T>(incoming: IncomingMessage, parts: Parts<T>, fieldMaxBytes: number): Promise<T> {
  const parser = parserOf(incoming, fieldMaxBytes)
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
  parser.on('field', (name, value, { valueTruncated }) => attempt(stop, () => parts.field(name, value, valueTruncated)))
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
    await parts.settled(error)
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

function parserOf(incoming: IncomingMessage, fieldMaxBytes: number): busboy.Busboy {
  const { headers } = incoming
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  assertUncompressed(incoming)
  if (Number(headers['content-length'] ?? 0) > UPLOAD_BODY_MAX_BYTES) throw bodyTooLarge()
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits: { fieldSize: fieldMaxBytes } })
  } catch {
    // The boundary is missing.
    throw cutShort()
  }
}

/** The refusal of a part that a form does not have. */
export function unknownPart(name: string | undefined): DomainError {
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
