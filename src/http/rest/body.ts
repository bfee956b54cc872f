import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../errors.ts'
import { JSON_BODY_MAX_BYTES } from '../../limits.ts'
import { JSON_BODY_MS } from '../limits.ts'
import { formToJson } from './form.ts'
import { type Content, JSON_TYPE } from './openapi/answer.ts'
import type { JsonSchema } from './openapi/schema.ts'

/** The body of a request, which is required. */
export interface Body<B> {
  readonly content: readonly Content[]
  read(incoming: IncomingMessage): B | Promise<B>
}

/** A JSON body, as text. */
export function jsonBody(schema: JsonSchema, examples: Readonly<Record<string, unknown>>): Body<string> {
  return { content: [{ type: JSON_TYPE, schema, examples }], read: (incoming) => readJsonText(incoming) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON text of a request's body (spec 1, conventions).
 * @throws DomainError 415 unsupported_media_type, 413 request_too_large, 400 invalid_json, 408 invalid_parameter
 */
export async function readJsonText(incoming: IncomingMessage, max = JSON_BODY_MAX_BYTES): Promise<string> {
  if (kindOf(incoming) !== 'json') {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  assertUncompressed(incoming)
  return decode(await readBytes(incoming, max))
}

/**
 * The same for a create, which stock clients also send as a form (docs/rules/create.md#forms): the equivalent
 * JSON.
 * @throws DomainError as `readJsonText`, and 400 invalid_parameter
 */
export async function readCreateText(incoming: IncomingMessage): Promise<string> {
  if (kindOf(incoming) !== 'form') return readJsonText(incoming)
  assertUncompressed(incoming)
  return formToJson(await readBytes(incoming, JSON_BODY_MAX_BYTES), incoming.headers['content-type'] ?? '')
}

/**
 * Refuses compressed bodies: a limit on the uncompressed size would have to be enforced while unpacking, and JSON bodies are small.
 * @throws DomainError 415 unsupported_media_type
 */
export function assertUncompressed({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding']
  if (coding === undefined || coding.toLowerCase() === 'identity') return
  throw new DomainError('unsupported_media_type', 'Send the body uncompressed.', {
    param: 'Content-Encoding',
  })
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid UTF-8.')
  }
}

/** The kind of a body by its Content-Type. */
export function kindOf({ headers }: IncomingMessage): 'json' | 'form' | null {
  const { 'content-type': contentType = '' } = headers
  if (contentType === 'application/json') return 'json'
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  if (type.trim() === 'multipart/form-data') return 'form'
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return type.trim() === 'application/json' && isUtf8 ? 'json' : null
}

/** The refusal of a larger body, in bytes. */
export function requestTooLarge(max: number): DomainError {
  return new DomainError('request_too_large', `A request body may have at most ${max} bytes.`)
}

function tooLate(): DomainError {
  const message = `The request body did not arrive within ${JSON_BODY_MS / 1000} s.`
  return new DomainError('invalid_parameter', message, { status: 408 })
}

/**
 * Reads a body up to a maximum size and time. The rest of a longer body is not read. It is refused at once if Content-Length is
 * too large.
 */
function readBytes(incoming: IncomingMessage, max: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    let size = 0
    const settle = (finish: () => void) => {
      clearTimeout(late)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      finish()
    }
    const leave = (error: DomainError) => {
      incoming.pause()
      settle(() => reject(error))
    }
    const refuse = () => leave(requestTooLarge(max))
    const late = setTimeout(() => leave(tooLate()), JSON_BODY_MS)
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.length
      if (size > max) refuse()
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onClose = () => settle(() => reject(new DomainError('invalid_json', 'The request body was cut short.')))
    if (Number(incoming.headers['content-length'] ?? 0) > max) refuse()
    else if (incoming.destroyed) onClose()
    else incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}
