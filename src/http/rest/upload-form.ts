import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../errors.ts'
import type { Received } from '../../file/receive.ts'
import type { Receive, UploadForm } from '../../file/upload.ts'
import { type Parts, readParts, unknownPart } from './form-parts.ts'
import { invalid } from './query.ts'

/** Longer names and purposes are invalid. */
const FIELD_MAX_BYTES = 1024

/**
 * Reads the multipart form of an upload (spec 4.10): part `file`, field `purpose` before or after it, nothing else. The file
 * goes through `receive` while it arrives.
 * @throws DomainError as `readParts`, 400 missing_ and unknown_parameter, what `receive` throws
 */
export function readUploadForm(incoming: IncomingMessage, receive: Receive): Promise<UploadForm> {
  return readParts(incoming, createParts(receive), FIELD_MAX_BYTES)
}

function createParts(receive: Receive): Parts<UploadForm> {
  let purpose: string | null = null
  let file: { readonly filename: string | null; readonly content: Promise<Received> } | null = null
  return {
    field(name, value) {
      if (name === 'file') throw invalid('file', 'must be sent as a file, not as text')
      if (name !== 'purpose') throw unknownPart(name)
      if (purpose !== null) throw invalid('purpose', 'must be given once')
      purpose = value
    },
    file(name, content, filename) {
      if (name === 'purpose') throw invalid('purpose', 'must be sent as text, not as a file')
      if (name !== 'file') throw unknownPart(name)
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
