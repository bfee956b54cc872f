import { type FileRecord, PURPOSES } from '../../../file/file.ts'
import { listFiles } from '../../../file/list.ts'
import { fileStatus, readFile } from '../../../file/read.ts'
import { removeFile } from '../../../file/remove.ts'
import { materialReport } from '../../../file/report.ts'
import { type Receive, uploadFile } from '../../../file/upload.ts'
import { FILENAME_MAX } from '../../../limits.ts'
import { ASPECT_RATIOS } from '../../../media/canvas.ts'
import { TAKEN } from '../../../media/codecs.ts'
import { deletionAnswer, jsonAnswer, listAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import * as schema from '../openapi/schema.ts'
import { oneOf, ordered } from '../query.ts'
import { deletion, json, listText, replayHeaders } from '../respond.ts'
import { pathId, route } from '../route.ts'
import { readUploadForm } from '../upload-form.ts'
import { MEDIA_FIELDS } from './videos/schema.ts'

const purpose = schema.choice(
  PURPOSES,
  'Purpose of the file. It is recorded only: a create accepts any image as a start frame, an end frame or a reference. Only an ' +
    'image can have the purpose of a start or end frame.',
)

const usedSeconds = schema.object('Seconds of it that a video uses, by the duration of the video; null for images.', {
  5: schema.seconds('For a video of 5 seconds.'),
  10: schema.seconds('For a video of 10 seconds.'),
  15: schema.seconds('For a video of 15 seconds.'),
})

const File = schema.named(
  'File',
  schema.object('An uploaded file.', {
    id: schema.idOf('file', 'Id of the file, for creates.'),
    object: schema.always('file'),
    bytes: schema.positive('Its size.'),
    created_at: schema.time('When it was uploaded.'),
    expires_at: schema.time(`When it is deleted, ${figures.FILE_TIME} after the upload.`),
    filename: schema.text('File name sent with the upload, without a path.', { maxLength: FILENAME_MAX }),
    purpose,
    status: schema.choice(['processed', 'expired'], 'Whether a create can still use it.'),
    content_type: schema.text('Type, detected from its bytes: `image/png`, `video/mp4`, `audio/mpeg` …'),
    kind: MEDIA_FIELDS.kind,
    width: schema.orNull(schema.positive('Width in pixels, upright; null for audio.')),
    height: schema.orNull(schema.positive('Height in pixels, upright; null for audio.')),
    duration: MEDIA_FIELDS.duration,
    has_audio: schema.bool('Whether it has sound.'),
    sha256: schema.text('SHA-256 of its bytes, in hexadecimal.', { pattern: '^[0-9a-f]{64}$' }),
    material: schema.object('How a create would use it.', {
      used_seconds: schema.orNull(usedSeconds),
      auto_aspect_ratio: schema.orNull(
        schema.choice(ASPECT_RATIOS, 'The ratio that `aspect_ratio: auto` chooses with it; null for audio.'),
      ),
    }),
  }),
)

const UploadFile = schema.named('UploadFile', {
  ...schema.object('The two parts of the form, in any order.', {
    file: {
      description: 'The file. Its type is detected from its bytes, not from the type of the part.',
      contentMediaType: 'application/octet-stream',
    },
    purpose,
  }),
  additionalProperties: false,
})

const EXAMPLE = {
  id: 'file_01k5x2n1a3b5c7d9e1f3g5h7jk',
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

function presentFile(file: FileRecord): string {
  const { usedSeconds, autoAspectRatio } = materialReport(file)
  return JSON.stringify({
    id: file.id,
    object: 'file',
    bytes: file.bytes,
    created_at: file.createdAt,
    expires_at: file.expiresAt,
    filename: file.filename,
    purpose: file.purpose,
    status: fileStatus(file),
    content_type: file.contentType,
    kind: file.kind,
    width: file.width,
    height: file.height,
    duration: file.durationMs === null ? null : file.durationMs / 1000,
    has_audio: file.hasAudio,
    sha256: file.sha256,
    material: {
      used_seconds: usedSeconds && Object.fromEntries(usedSeconds.map(({ duration, seconds }) => [duration, seconds])),
      auto_aspect_ratio: autoAspectRatio,
    },
  })
}

const FILE = pathId(EXAMPLE.id, 'Id of the file.', 'file_not_found')

/** docs/rules/files.md#upload */
route('POST', '/v1/files', {
  name: 'uploadFile',
  tag: 'Files',
  need: 'files:write',
  idempotent: 'kept',
  summary: 'Upload a file',
  description:
    `Keeps a file for ${figures.FILE_TIME}; then its bytes are deleted. Images: png, jpeg or webp, at most ` +
    `${figures.IMAGE_SIZE} and ${figures.PIXELS}. Videos: mp4 or mov, at most ${figures.VIDEO_SIZE} and ` +
    `${figures.VIDEO_PIXELS} per frame, in ${TAKEN.video}. Audio: mp3, wav, m4a or flac, at most ${figures.AUDIO_SIZE}, in ` +
    `${TAKEN.audio}.`,
  body: {
    content: [{ type: 'multipart/form-data', schema: UploadFile }],
    read: (incoming) => (receive: Receive) => readUploadForm(incoming, receive),
  },
  answers: { 201: jsonAnswer('The file.', File, { image: EXAMPLE }, { headers: ['Location'] }) },
  refusals: {
    400: ['empty_file', 'file_wrong_kind', 'media_unreadable', 'audio_duration_unreadable', 'image_too_large'],
    404: ['file_not_found'],
    409: ['idempotency_in_progress'],
    413: ['storage_quota_exceeded', 'file_too_large'],
  },
  async handle({ rooms, caller, idempotencyKey, body: read }) {
    const { file, replayed } = await uploadFile(rooms.resources, rooms.prober, caller, { idempotencyKey, read })
    return json(201, presentFile(file), { Location: `/v1/files/${file.id}`, ...replayHeaders(replayed) })
  },
})

route('GET', '/v1/files', {
  name: 'listFiles',
  tag: 'Files',
  need: 'files:write',
  summary: 'List files',
  description: 'The files that a create can still use, page by page.',
  query: { ...ordered('file'), purpose: oneOf(PURPOSES, 'Only files of this purpose.') },
  answers: { 200: listAnswer('FileList', File, 'files', EXAMPLE) },
  async handle({ rooms, caller, query }) {
    return json(200, listText(await listFiles(rooms.resources, caller, query), presentFile))
  },
})

route('GET', '/v1/files/:id', {
  name: 'getFile',
  tag: 'Files',
  need: 'files:write',
  summary: 'Get a file',
  description: 'The record of a file. Records of expired files are kept for a week.',
  id: FILE,
  answers: { 200: jsonAnswer('The file.', File, { image: EXAMPLE }) },
  async handle({ rooms, caller, id }) {
    return json(200, presentFile(await readFile(rooms.resources, caller, id)))
  },
})

route('DELETE', '/v1/files/:id', {
  name: 'deleteFile',
  tag: 'Files',
  need: 'files:write',
  idempotent: 'kept',
  summary: 'Delete a file',
  description: 'Deletes a file and its bytes before it expires. Refused while an unfinished task needs it.',
  id: FILE,
  answers: { 200: deletionAnswer('DeletedFile', 'file.deleted', EXAMPLE.id, { what: 'file' }) },
  refusals: { 409: ['file_in_use'] },
  async handle({ rooms, caller, id, idempotencyKey }) {
    const removed = await removeFile(rooms.resources, caller, { id, idempotencyKey })
    return deletion(removed.id, 'file.deleted', removed.replayed)
  },
})
