import { z } from 'zod'
import { PURPOSES } from '../../../file/file.ts'
import { FILENAME_MAX } from '../../../limits.ts'
import { ASPECT_RATIOS } from '../../../media/canvas.ts'
import { TAKEN } from '../../../media/codecs.ts'
import { FILE_ID, pageOf } from './examples.ts'
import * as figures from './figures.ts'
import { jsonContent, type Operation } from './operation.ts'
import { answerSchema, idOf, kindOf, requestSchema, time } from './schema.ts'
import * as shared from './shared.ts'
import { mediaKind } from './video-answers.ts'
import { pixels, seconds } from './video-schemas.ts'

const purpose = z.enum(PURPOSES).meta({
  description:
    'Purpose of the file. It is recorded only: a create accepts any image as a start frame, an end frame or a reference. Only an ' +
    'image can have the purpose of a start or end frame.',
})

const File = answerSchema(
  'File',
  z
    .object({
      id: idOf('file', 'Id of the file, for creates.'),
      object: kindOf('file'),
      bytes: z.int().min(1).meta({ description: 'Its size.' }),
      created_at: time('When it was uploaded.'),
      expires_at: time(`When it is deleted, ${figures.FILE_TIME} after the upload.`),
      filename: z.string().max(FILENAME_MAX).meta({ description: 'File name sent with the upload, without a path.' }),
      purpose,
      status: z.enum(['processed', 'expired']).meta({ description: 'Whether a create can still use it.' }),
      content_type: z
        .string()
        .meta({ description: 'Type, detected from its bytes: `image/png`, `video/mp4`, `audio/mpeg` …' }),
      kind: mediaKind,
      width: pixels('Width in pixels, upright; null for audio.').nullable(),
      height: pixels('Height in pixels, upright; null for audio.').nullable(),
      duration: seconds('Its length; null for images.').nullable(),
      has_audio: z.boolean().meta({ description: 'Whether it has sound.' }),
      sha256: z.string().meta({ description: 'SHA-256 of its bytes, in hexadecimal.', pattern: '^[0-9a-f]{64}$' }),
      material: z
        .object({
          used_seconds: z
            .object({
              5: seconds('For a video of 5 seconds.'),
              10: seconds('For a video of 10 seconds.'),
              15: seconds('For a video of 15 seconds.'),
            })
            .nullable()
            .meta({ description: 'Seconds of it that a video uses, by the duration of the video; null for images.' }),
          auto_aspect_ratio: z
            .enum(ASPECT_RATIOS)
            .nullable()
            .meta({ description: 'The ratio that `aspect_ratio: auto` chooses with it; null for audio.' }),
        })
        .meta({ description: 'How a create would use it.' }),
    })
    .meta({ description: 'An uploaded file.' }),
)

const UploadFile = requestSchema(
  'UploadFile',
  z
    .strictObject({
      file: z.unknown().meta({
        description: 'The file. Its type is detected from its bytes, not from the type of the part.',
        contentMediaType: 'application/octet-stream',
      }),
      purpose,
    })
    .meta({
      description: 'The two parts of the form, in any order.',
      // zod treats a value of any type as optional.
      required: ['file', 'purpose'],
    }),
)

const FileList = shared.listSchema('FileList', File, 'files')
const DeletedFile = shared.deletedSchema('DeletedFile', 'file.deleted', 'file')
const FILE = shared.idParameter('file', 'Id of the file.', FILE_ID)

const EXAMPLE = {
  id: FILE_ID,
  object: 'file',
  bytes: 482_113,
  created_at: '2026-11-27T21:50:00.000Z',
  expires_at: '2026-11-28T21:50:00.000Z',
  filename: 'boat.png',
  purpose: 'reference',
  status: 'processed',
  content_type: 'image/png',
  kind: 'image',
  width: 1600,
  height: 900,
  duration: null,
  has_audio: false,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  material: { used_seconds: null, auto_aspect_ratio: '16:9' },
}

export const FILE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/files',
    id: 'uploadFile',
    tag: 'Files',
    need: 'files:write',
    idempotent: 'kept',
    summary: 'Upload a file',
    description:
      `Keeps a file for ${figures.FILE_TIME}; then its bytes are deleted. Images: png, jpeg or webp, at most ` +
      `${figures.IMAGE_SIZE} and ${figures.PIXELS}. Videos: mp4 or mov, at most ${figures.VIDEO_SIZE} and ` +
      `${figures.VIDEO_PIXELS} per frame, in ${TAKEN.video}. Audio: mp3, wav, m4a or flac, at most ${figures.AUDIO_SIZE}, in ` +
      `${TAKEN.audio}.`,
    body: [{ type: 'multipart/form-data', schema: UploadFile }],
    answers: {
      201: {
        description: 'The file.',
        content: jsonContent(File, { image: EXAMPLE }),
        headers: ['Location'],
        sometimes: ['Idempotent-Replayed'],
      },
    },
    refusals: {
      400: ['empty_file', 'file_wrong_kind', 'media_unreadable', 'audio_duration_unreadable', 'image_too_large'],
      404: ['file_not_found'],
      409: ['idempotency_in_progress'],
      413: ['storage_quota_exceeded', 'file_too_large'],
    },
  },
  {
    method: 'get',
    path: '/v1/files',
    id: 'listFiles',
    tag: 'Files',
    need: 'files:write',
    summary: 'List files',
    description: 'The files that a create can still use, page by page.',
    parameters: [
      shared.LIMIT,
      shared.afterParameter('file'),
      shared.ORDER,
      shared.query('purpose', z.enum(PURPOSES).meta({ description: 'Only files of this purpose.' })),
    ],
    answers: { 200: { description: 'A page.', content: jsonContent(FileList, { page: pageOf(EXAMPLE) }) } },
    refusals: { 400: ['invalid_cursor'] },
  },
  {
    method: 'get',
    path: '/v1/files/{id}',
    id: 'getFile',
    tag: 'Files',
    need: 'files:write',
    summary: 'Get a file',
    description: 'The record of a file. Records of expired files are kept for a week.',
    parameters: [FILE],
    answers: { 200: { description: 'The file.', content: jsonContent(File, { image: EXAMPLE }) } },
    refusals: { 404: ['file_not_found'] },
  },
  {
    method: 'delete',
    path: '/v1/files/{id}',
    id: 'deleteFile',
    tag: 'Files',
    need: 'files:write',
    idempotent: 'kept',
    summary: 'Delete a file',
    description: 'Deletes a file and its bytes before it expires. Refused while an unfinished task needs it.',
    parameters: [FILE],
    answers: {
      200: {
        description: 'The file is deleted.',
        content: jsonContent(DeletedFile, { deleted: { id: FILE_ID, object: 'file.deleted', deleted: true } }),
        ...shared.REPLAYABLE,
      },
    },
    refusals: { 404: ['file_not_found'], 409: ['file_in_use'] },
  },
]
