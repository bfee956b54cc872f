import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { MaterialFile } from '../engine.ts'
import type { Json } from '../http/call.ts'
import type { Form } from '../http/form.ts'

/**
 * A JSON body whose files become data URLs while it is sent. The videos of one task may have 600 MB, and in base64 they are
 * longer than a string can be.
 * @param build returns the body; its function stands for the data URL of a file
 */
export function jsonBody(build: (uri: (file: MaterialFile) => string) => Json): Form {
  const files: MaterialFile[] = []
  const mark = randomUUID()
  const text = JSON.stringify(build((file) => `${mark}${files.push(file) - 1}.`))
  async function* parts(): AsyncGenerator<Uint8Array> {
    const [first = '', ...others] = text.split(mark)
    yield Buffer.from(first)
    for (const other of others) {
      const end = other.indexOf('.')
      const file = files[Number(other.slice(0, end))]
      if (file) yield* dataUrl(file)
      yield Buffer.from(other.slice(end + 1))
    }
  }
  return { contentType: 'application/json', stream: () => Readable.from(parts(), { objectMode: false }) }
}

async function* dataUrl({ path, contentType }: MaterialFile): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`data:${contentType};base64,`)
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    // Three bytes are four characters; only the last group may be shorter.
    const whole = bytes.length - (bytes.length % 3)
    yield Buffer.from(bytes.toString('base64', 0, whole))
    rest = bytes.subarray(whole)
  }
  yield Buffer.from(rest.toString('base64'))
}
