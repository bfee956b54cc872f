import type { FileUpload } from 'graphql-upload-minimal'
import type { File as Row } from '../prisma/client/client.ts'
import { DomainError } from '../src/errors.ts'
import type { FileRecord } from '../src/file/file.ts'
import { fileStatus, ownFile } from '../src/file/read.ts'
import { cutShort } from '../src/file/receive.ts'
import { removeFile } from '../src/file/remove.ts'
import { type MaterialReport, materialReport, type UsedSeconds } from '../src/file/report.ts'
import { uploadFile } from '../src/file/upload.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import * as enums from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const FileUsedSeconds = builder.objectRef<UsedSeconds>('FileUsedSeconds').implement({
  description: 'How many seconds of a file a video uses.',
  fields: (t) => ({
    duration: t.exposeInt('duration', { description: 'Requested duration of the video, in seconds.' }),
    seconds: t.exposeFloat('seconds', {
      description: 'How much of the file the video uses. The whole file is billed.',
    }),
  }),
})

const FileMaterial = builder.objectRef<MaterialReport>('FileMaterial').implement({
  description: 'How a create would use a file.',
  fields: (t) => ({
    usedSeconds: t.field({
      type: [FileUsedSeconds],
      nullable: true,
      description: 'For videos of 5, 10 and 15 seconds; null for images.',
      resolve: ({ usedSeconds }) => usedSeconds && [...usedSeconds],
    }),
    autoAspectRatio: t.expose('autoAspectRatio', {
      type: enums.AspectRatio,
      nullable: true,
      description: 'The shape that AUTO chooses if this is the first item with pixels; null for audio.',
    }),
  }),
})

/** A row as Prisma types it, narrowed to the values that the columns can have. */
function facts(row: Row): FileRecord {
  return row as unknown as FileRecord
}

/** A file of `src/file` as a row for the schema's type. */
export function fileRow(file: FileRecord): Row {
  return file as unknown as Row
}

export const File = builder.prismaNode('File', {
  description: 'An uploaded file. It expires after 24 hours.',
  id: { field: 'id', description: 'Prefixed `file_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => ownFile(caller, id),
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'File name sent with the upload.' }),
    bytes: t.int({ description: 'Its size.', resolve: ({ bytes }) => Number(bytes) }),
    purpose: t.field({
      type: enums.FilePurpose,
      description: 'Purpose named at upload.',
      resolve: (row) => facts(row).purpose,
    }),
    status: t.field({
      type: enums.FileStatus,
      description: 'Whether a create can still use it.',
      resolve: (row) => fileStatus(row),
    }),
    kind: t.field({
      type: enums.MediaKind,
      description: 'Its kind, detected from its bytes.',
      resolve: (row) => facts(row).kind,
    }),
    contentType: t.exposeString('contentType', { description: 'Its type, read from its bytes: `video/mp4`.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Displayed size in pixels; null for audio.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Displayed size in pixels; null for audio.' }),
    duration: t.float({
      nullable: true,
      description: 'Seconds; null for images.',
      resolve: ({ durationMs }) => (durationMs === null ? null : durationMs / 1000),
    }),
    hasAudio: t.boolean({ description: 'Whether it has sound.', resolve: ({ hasAudio }) => hasAudio ?? false }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of its bytes, in hexadecimal.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires and its bytes are removed.' }),
    material: t.field({
      type: FileMaterial,
      description: 'How a create would use it.',
      resolve: (row) => materialReport(facts(row)),
    }),
  }),
})

interface FileResult {
  readonly file: FileRecord | null
  readonly userErrors: readonly UserErrorShape[]
}

const FileUploadInput = builder.inputType('FileUploadInput', {
  description: 'The file to upload.',
  fields: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'The file, in a multipart request. Image up to 30 MB, audio up to 50 MB, video up to 200 MB.',
    }),
    purpose: t.field({ type: enums.FilePurpose, required: true, description: 'Purpose of the file.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const FileUploadPayload = builder.objectRef<FileResult>('FileUploadPayload').implement({
  description: 'The uploaded file.',
  fields: (t) => ({
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file; null if the call was refused.',
      resolve: ({ file }) => file && fileRow(file),
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why the call was refused; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('fileUpload', (t) =>
  t.field({
    type: FileUploadPayload,
    nullable: true,
    description: 'Uploads a file, which expires after 24 hours. One file per request.',
    args: { input: t.arg({ type: FileUploadInput, required: true, description: 'The file to upload.' }) },
    async resolve(_root, { input: { file, purpose, idempotencyKey } }, { rooms, caller, ...context }) {
      const { done, userErrors } = await attempt(() =>
        uploadFile(rooms.resources, rooms.prober, caller, {
          idempotencyKey: idempotencyKey ?? context.idempotencyKey,
          async read(receive) {
            const { filename, content } = await opened(file)
            return { purpose, filename, content: await receive(content, purpose) }
          },
        }),
      )
      return { file: done?.file ?? null, userErrors }
    },
  }),
)

/** Files that a mutation of the request already reads: a stream can be read once. */
const taken = new WeakSet<FileUpload>()

/** The file of a multipart request, once it begins to arrive. */
async function opened(file: Promise<FileUpload>) {
  const upload = await file.catch(() => null)
  if (!upload || taken.has(upload)) {
    const message = 'The request does not contain this file, or uses it twice. Send one file and use it once.'
    throw new DomainError('missing_parameter', message, { param: 'file' })
  }
  taken.add(upload)
  try {
    return { filename: upload.filename, content: upload.createReadStream() }
  } catch (error) {
    // The upload broke off before it was read.
    throw error instanceof DomainError ? error : cutShort()
  }
}

const FileDeleteInput = builder.inputType('FileDeleteInput', {
  description: 'The file to delete.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `file_`.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface FileDeleteResult {
  readonly id: string | null
  readonly userErrors: readonly UserErrorShape[]
}

const FileDeletePayload = builder.objectRef<FileDeleteResult>('FileDeletePayload').implement({
  description: 'The deleted file.',
  fields: (t) => ({
    deletedFileId: t.exposeID('id', { nullable: true, description: 'Its id; null if the call was refused.' }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not deleted; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('fileDelete', (t) =>
  t.field({
    type: FileDeletePayload,
    nullable: true,
    description: 'Deletes a file. Refused while an unfinished task needs it.',
    args: { input: t.arg({ type: FileDeleteInput, required: true, description: 'The file to delete.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => removeFile(rooms.resources, caller, call))
      return { id: done?.id ?? null, userErrors }
    },
  }),
)
