import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { GraphQLError } from 'graphql'
import { processRequest } from 'graphql-upload-minimal'
import type { GraphQLParams } from 'graphql-yoga'
import { DomainError } from '../../errors.ts'
import { givenTwice, repeatedName } from '../../lib/names.ts'
import { JSON_BODY_MAX_BYTES } from '../../limits.ts'
import { drain } from '../drain.ts'
import { bodyTooLarge, UPLOAD_BODY_MAX_BYTES } from '../rest/form-parts.ts'

/** Each of them makes a browser send a preflight before a form from another site. */
const PREFLIGHT = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
] as const

export function isMultipart({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** A request's parameters, and their JSON as it was written. */
export interface WrittenParams {
  readonly text: string
  readonly params: GraphQLParams
}

/**
 * Reads the parameters of a GraphQL multipart request (jaydenseric/graphql-multipart-request-spec). The resolver reads its one
 * file while it arrives. An unread rest is discarded after the answer.
 * @throws GraphQLError 400 csrf_header_required; DomainError 400 invalid_parameter, 413 file_too_large, request_too_large,
 *   415 unsupported_media_type
 */
export async function readMultipart(request: IncomingMessage, response: ServerResponse): Promise<WrittenParams> {
  const { headers } = request
  if (!PREFLIGHT.some((name) => headers[name])) {
    const message = `A multipart request must have one of the headers ${PREFLIGHT.join(', ')}.`
    throw new GraphQLError(message, { extensions: { code: 'csrf_header_required', http: { status: 400 } } })
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Send the request as multipart/form-data, not compressed.')
  }
  if (Number(headers['content-length'] ?? 0) > UPLOAD_BODY_MAX_BYTES) throw bodyTooLarge()
  const body = observe(request)
  response.once('close', () => void body.leave())
  try {
    const params = await processRequest(body.request, response, { maxFieldSize: JSON_BODY_MAX_BYTES, maxFiles: 1 })
    const text = body.field('operations')
    const repeated = repeatedName(body.field('map'))
    const refusal = body.refusal() ?? (repeated && givenTwice(['map', ...repeated]))
    if (refusal) throw refusal
    return { text, params: params as GraphQLParams }
  } catch (error) {
    throw body.refusal() ?? toRefusal(error)
  }
}

/** The parser reports its errors by status. */
function toRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const { status, message: words } = error as { status?: unknown; message?: string }
  if (status === 413 && words?.includes('file uploads')) return oneFileOnly()
  if (status === 413) {
    const message = `operations and map may have at most ${JSON_BODY_MAX_BYTES} bytes each.`
    return new DomainError('request_too_large', message)
  }
  const message =
    'The body is not a GraphQL multipart request. Send operations, then map, then the one file that map names.'
  return new DomainError('invalid_parameter', message)
}

function tooManyFields(): DomainError {
  const message = 'operations and map must be given once each. Other text fields are not allowed.'
  return new DomainError('invalid_parameter', message, { param: 'map' })
}

function oneFileOnly(): DomainError {
  const message = 'A request may have only one file. Send each file in its own request.'
  return new DomainError('invalid_parameter', message, { param: 'file' })
}

interface ObservedBody {
  /** The request for the parser. */
  readonly request: IncomingMessage
  /** Text of a field, which the parser returns only parsed. */
  field(name: 'operations' | 'map'): string
  /** The error of a repeated field, as far as the body was read. */
  refusal(): DomainError | null
  /** Called when the body is no longer read. */
  leave(): Promise<void>
}

/** Observes the bytes between a request and the parser. */
function observe(request: IncomingMessage): ObservedBody {
  const fields = new Map<string, string>()
  let refusal: DomainError | null = null
  let parser: Writable | null = null
  let size = 0
  const refuse = (error: DomainError) => {
    refusal ??= error
    parser?.destroy(error)
  }
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > UPLOAD_BODY_MAX_BYTES) parser?.destroy(bodyTooLarge())
  }
  const seen = {
    headers: request.headers,
    get readableEnded() {
      return request.readableEnded
    },
    pipe(target: Writable) {
      parser = target
      // It listens for one error only, and a malformed header causes two.
      target.on('error', () => {})
      // The parser reports a second file too late and without a specific error.
      target.removeAllListeners('filesLimit').on('filesLimit', () => target.destroy(oneFileOnly()))
      target.on('field', (name: string, value: string) => {
        if (fields.has(name)) refuse(givenTwice([name]))
        else if (name === 'operations' || name === 'map') fields.set(name, value)
      })
      // The parser reads two fields and would ignore a third one.
      target.on('fieldsLimit', () => refuse(tooManyFields()))
      return request.on('data', count).pipe(target)
    },
    unpipe: () => request.off('data', count).unpipe(),
    once: (event: string, listener: () => void) => request.once(event, listener),
    resume: () => request.resume(),
  }
  return {
    request: seen as unknown as IncomingMessage,
    field: (name) => fields.get(name) ?? '',
    refusal: () => refusal,
    async leave() {
      if (request.readableEnded || request.destroyed) return
      seen.unpipe()
      parser?.destroy()
      if (!(await drain(request))) request.destroy()
    },
  }
}
