import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TestGateway } from './gateway.ts'

const BOUNDARY = '----------------------------vidgate'

export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** A part's header, as written. */
export function partOf(disposition: string, ...more: readonly string[]): string {
  return [`--${BOUNDARY}`, `Content-Disposition: form-data; ${disposition}`, ...more, '', ''].join('\r\n')
}

/** A text field. */
export function fieldOf(name: string, value: string): string {
  return `${partOf(`name="${name}"`)}${value}\r\n`
}

/** The start of a file part, without a content type. */
export function fileHead(name = 'file', filename = 'upload.bin'): string {
  return partOf(`name="${name}"; filename="${filename}"`, 'Content-Type: application/octet-stream')
}

export const END = `\r\n--${BOUNDARY}--\r\n`

type Piece = string | Uint8Array | AsyncIterable<Uint8Array>

/** A body from its pieces, built while it is sent. */
export async function* bodyOf(...pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield Buffer.from(piece)
    else if (piece instanceof Uint8Array) yield piece
    else yield* piece
  }
}

const ZEROS = Buffer.alloc(64 * 1024)

/** A number of zero bytes. */
export async function* zeros(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= ZEROS.length) yield left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS
}

/** A file of the corpus, extended by a `free` box at its end: still the same video. */
export async function* paddedVideo(bytes: number): AsyncGenerator<Uint8Array> {
  const video = await (await openAsBlob('test/corpus/black-10s.mp4')).bytes()
  const box = Buffer.alloc(8)
  box.writeUInt32BE(bytes - video.length, 0)
  box.write('free', 4, 'latin1')
  yield video
  yield box
  yield* zeros(bytes - video.length - box.length)
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  readonly body: any
}

/** A running POST. */
export interface RawPost {
  readonly sending: ClientRequest
  readonly answer: Promise<RawAnswer>
}

/** Sends a body piece by piece; the answer may arrive before its end. */
export function post(
  gateway: Pick<TestGateway, 'url' | 'key'>,
  path: string,
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): RawPost {
  const sending = request(gateway.url + path, {
    // A request with a wrong length must not reuse its connection.
    agent: false,
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, ...MULTIPART, ...headers },
  })
  const source = Readable.from(body)
  sending.on('error', (error) => source.destroy(error)).on('close', () => source.destroy())
  source.on('error', () => {}).pipe(sending)
  const answer = once(sending, 'response').then(async ([response]) => {
    const answered = await text(response)
    sending.destroy()
    return {
      status: response.statusCode,
      headers: response.headers,
      body: answered === '' ? null : JSON.parse(answered),
    }
  })
  answer.catch(() => {})
  return { sending, answer }
}

/** The answer to an upload with this body. */
export function postFile(
  gateway: Pick<TestGateway, 'url' | 'key'>,
  pieces: readonly Piece[],
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return post(gateway, '/v1/files', bodyOf(...pieces), headers).answer
}
