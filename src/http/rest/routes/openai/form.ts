import type { IncomingMessage } from 'node:http'
import type { FileRecord } from '../../../../file/file.ts'
import type { UploadCall } from '../../../../file/upload.ts'
import { JSON_BODY_MAX_BYTES } from '../../../../limits.ts'
import { kindOf, readJsonText, requestTooLarge } from '../../body.ts'
import { fieldsToJson } from '../../form.ts'
import { type Parts, readParts, unknownPart } from '../../form-parts.ts'
import { invalid } from '../../query.ts'
import { toCreateBody } from './request.ts'

/** The body of `POST /v1/videos`, without the image that was uploaded with it. */
export interface VideoCreate {
  readonly body: string
  readonly image: FileRecord | null
}

/** Uploads the image of a create. */
export type Upload = (read: UploadCall['read']) => Promise<FileRecord>

/** A short field takes more memory than its text. */
const FIELD_BYTES = 64

/**
 * Reads a create in OpenAI's form, JSON or multipart. `input_reference` is uploaded while it arrives, and kept once the rest of the
 * form is valid.
 * @throws DomainError 400 and 413 of `readJsonText`, `readParts` and `toCreateBody`, what `upload` throws
 */
export async function readVideoCreate(incoming: IncomingMessage, upload: Upload): Promise<VideoCreate> {
  if (kindOf(incoming) === 'form') return readParts(incoming, createParts(upload), JSON_BODY_MAX_BYTES)
  return { body: toCreateBody(await readJsonText(incoming), false), image: null }
}

function createParts(upload: Upload): Parts<VideoCreate> {
  const fields: [string, string][] = []
  let bytes = 0
  let image: Promise<FileRecord> | null = null
  const checked = Promise.withResolvers<void>()
  checked.promise.catch(() => {})
  return {
    field(name = '', value, isCut) {
      bytes += name.length + Buffer.byteLength(value) + FIELD_BYTES
      if (isCut || bytes > JSON_BODY_MAX_BYTES) throw requestTooLarge(JSON_BODY_MAX_BYTES)
      fields.push([name, value])
    },
    file(name, content, filename) {
      if (name !== 'input_reference') throw unknownPart(name)
      if (image) throw invalid(name, 'must be given once')
      image = upload(async (receive) => {
        const received = await receive(content, 'input_image')
        await checked.promise
        return { purpose: 'input_image', filename, content: received }
      })
      return image
    },
    async form() {
      const body = toCreateBody(fieldsToJson(fields), image !== null)
      checked.resolve()
      return { body, image: await image }
    },
    async settled(refusal) {
      checked.reject(refusal)
      await image?.catch(() => {})
    },
  }
}
