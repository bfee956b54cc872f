import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import type { Request } from './command-line.ts'

/** A body with a known length; files are read while it is sent. */
export interface Body {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: number
  open(): Readable
}

type Part = { readonly bytes: number; open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/** Content types that curl derives from file extensions. */
const TYPES: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png' }

export function bodyOf({ data, fields }: Request): Body | null {
  if (data !== null) return joined([textPart(data)], {})
  if (fields.length === 0) return null
  const boundary = `------------------------${randomBytes(11).toString('hex')}`
  const parts = fields.flatMap((field) => [textPart(`--${boundary}\r\n`), ...partsOf(field), textPart('\r\n')])
  const type = `multipart/form-data; boundary=${boundary}`
  return joined([...parts, textPart(`--${boundary}--\r\n`)], { 'content-type': type })
}

function partsOf(field: string): Part[] {
  const [, name, isFile, value] = /^(\w+)=(@?)(.*)$/s.exec(field) ?? []
  if (name === undefined || value === undefined || /[;"]/.test(value)) throw new Error(`-F ${field} is malformed`)
  const head = `Content-Disposition: form-data; name="${name}"`
  if (!isFile) return [textPart(`${head}\r\n\r\n${value}`)]
  const type = TYPES[extname(value)] ?? 'application/octet-stream'
  const file = { bytes: statSync(value).size, open: () => createReadStream(value) }
  return [textPart(`${head}; filename="${basename(value)}"\r\nContent-Type: ${type}\r\n\r\n`), file]
}

function textPart(text: string): Part {
  const bytes = Buffer.from(text)
  return { bytes: bytes.length, open: () => [bytes] }
}

function joined(parts: readonly Part[], headers: Body['headers']): Body {
  return {
    headers,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    open: () =>
      Readable.from(
        (async function* () {
          for (const part of parts) yield* part.open()
        })(),
      ),
  }
}
