import type { FileUpload } from 'graphql-upload-minimal'
import { DomainError } from '../src/errors.ts'
import type { FileRecord } from '../src/file/file.ts'
import { listFiles } from '../src/file/list.ts'
import { fileStatus, findFile } from '../src/file/read.ts'
import { cutShort } from '../src/file/receive.ts'
import { removeFile } from '../src/file/remove.ts'
import { type MaterialReport, materialReport, type UsedSeconds } from '../src/file/report.ts'
import { uploadFile } from '../src/file/upload.ts'
import { builder, PAGE_ARGUMENTS } from './builder.ts'
import { pageSize, toConnection } from './connection.ts'
import * as enums from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const FileUsedSeconds = builder.objectRef<UsedSeconds>('FileUsedSeconds').implement({
  description: 'How much of a file goes into a video.',
  fields: (t) => ({
    duration: t.exposeInt('duration', { description: 'Requested duration of the video, in seconds.' }),
    seconds: t.exposeFloat('seconds', { description: 'How much of the file it uses; billed is the whole file.' }),
  }),
})

const FileMaterial = builder.objectRef<MaterialReport>('FileMaterial').implement({
  description: 'What a create would make of a file.',
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
      description: 'What AUTO becomes where this is the first item with pixels; null for audio.',
    }),
  }),
})

const File = builder.objectRef<FileRecord>('File')

builder.node(File, {
  description: 'Uploaded material, which lives for 24 hours.',
  id: { resolve: ({ id }) => id, description: 'Prefixed `file_`, the same as in REST.' },
  loadOne: (id, { rooms, caller }) => findFile(rooms.resources, caller, id),
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'The name it was sent under.' }),
    bytes: t.exposeInt('bytes', { description: 'Its size.' }),
    purpose: t.expose('purpose', {
      type: enums.FilePurpose,
      description: 'What it was meant for when it was uploaded.',
    }),
    status: t.field({
      type: enums.FileStatus,
      description: 'Whether a create can still name it.',
      resolve: (file) => fileStatus(file),
    }),
    kind: t.expose('kind', { type: enums.MediaKind, description: 'What it is, read from its bytes.' }),
    contentType: t.exposeString('contentType', { description: 'Its type, read from its bytes: `video/mp4`.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Pixels as it is shown; null for audio.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Pixels as it is shown; null for audio.' }),
    duration: t.float({
      nullable: true,
      description: 'Seconds; null for images.',
      resolve: ({ durationMs }) => (durationMs === null ? null : durationMs / 1000),
    }),
    hasAudio: t.exposeBoolean('hasAudio', { description: 'Whether there is sound in it.' }),
    sha256: t.exposeString('sha256', { description: 'Hash of its bytes, in hexadecimal digits.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires, and its bytes are removed.' }),
    material: t.field({
      type: FileMaterial,
      description: 'What a create would make of it.',
      resolve: (file) => materialReport(file),
    }),
  }),
})

builder.queryField('file', (t) =>
  t.field({
    type: File,
    nullable: true,
    description: 'A file of the account; null for one that is missing, deleted or of another account.',
    args: { id: t.arg.id({ required: true, description: 'Prefixed `file_`.' }) },
    resolve: (_root, { id }, { rooms, caller }) => findFile(rooms.resources, caller, id),
  }),
)

const FileConnection = builder.connectionObject(
  { type: File, name: 'FileConnection', description: 'A page of files.' },
  { name: 'FileEdge', description: 'A file with its cursor.' },
)

builder.queryField('files', (t) =>
  t.field({
    type: FileConnection,
    description: 'The account’s files that a create can still name, by time of upload.',
    args: {
      first: t.arg.int({ description: PAGE_ARGUMENTS.first }),
      after: t.arg.string({ description: PAGE_ARGUMENTS.after }),
      order: t.arg({ type: enums.SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
      purpose: t.arg({ type: enums.FilePurpose, description: 'Only files for this purpose.' }),
    },
    async resolve(_root, { first, after = null, order, purpose = null }, { rooms, caller }) {
      const listing = { limit: pageSize(first), after, order: order ?? 'desc', purpose }
      return toConnection(await listFiles(rooms.resources, caller, listing), after)
    },
  }),
)

interface FileResult {
  readonly file: FileRecord | null
  readonly userErrors: readonly UserErrorShape[]
}

const IDEMPOTENCY_KEY =
  'Repeating the call with its key does nothing a second time. It goes before the Idempotency-Key header.'

const FileUploadInput = builder.inputType('FileUploadInput', {
  description: 'The file to upload.',
  fields: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'The file, in a multipart request. Image up to 30 MB, audio up to 50 MB, video up to 200 MB.',
    }),
    purpose: t.field({ type: enums.FilePurpose, required: true, description: 'What it is meant for.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const FileUploadPayload = builder.objectRef<FileResult>('FileUploadPayload').implement({
  description: 'The uploaded file.',
  fields: (t) => ({
    file: t.expose('file', { type: File, nullable: true, description: 'The file; null where it was refused.' }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was refused; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('fileUpload', (t) =>
  t.field({
    type: FileUploadPayload,
    nullable: true,
    description: 'Uploads a file, which lives for 24 hours. One a request.',
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

/** Files that a mutation of their request has taken: a stream can be read once. */
const taken = new WeakSet<FileUpload>()

/** The file of a multipart request, once it begins to arrive. */
async function opened(file: Promise<FileUpload>) {
  const upload = await file.catch(() => null)
  if (!upload || taken.has(upload)) {
    const message = 'The request does not bring this file, or names it twice.'
    throw new DomainError('missing_parameter', message, { param: 'file' })
  }
  taken.add(upload)
  try {
    return { filename: upload.filename, content: upload.createReadStream() }
  } catch (error) {
    // It broke off before anybody read it.
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
  description: 'The file that is gone.',
  fields: (t) => ({
    deletedFileId: t.exposeID('id', { nullable: true, description: 'Its id; null where it was refused.' }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was not deleted; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('fileDelete', (t) =>
  t.field({
    type: FileDeletePayload,
    nullable: true,
    description: 'Deletes a file that no unfinished task needs.',
    args: { input: t.arg({ type: FileDeleteInput, required: true, description: 'The file to delete.' }) },
    async resolve(_root, { input: { id, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { id, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => removeFile(rooms.resources, caller, call))
      return { id: done?.id ?? null, userErrors }
    },
  }),
)
