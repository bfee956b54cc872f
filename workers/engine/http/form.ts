import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { MaterialFile } from '../engine.ts'

/** A multipart form that reads its files while it is sent; `FormData` loads a file's Blob into memory. */
export interface Form {
  readonly contentType: string
  /** A new stream from the beginning at each call. */
  stream(): Readable
}

export function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly field: string; readonly file: Pick<MaterialFile, 'path' | 'contentType'> }[],
): Form {
  const boundary = `vidgate-${randomUUID()}`
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [name, value] of Object.entries(fields)) yield Buffer.from(`${head(name)}${value}\r\n`)
    for (const { field, file } of files) {
      yield Buffer.from(head(field, `; filename="${quoted(basename(file.path))}"\r\nContent-Type: ${file.contentType}`))
      yield* createReadStream(file.path)
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: () => Readable.from(parts(), { objectMode: false }),
  }
}

/** Escapes names as browsers do. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
