import { type FileRecord, PURPOSES } from '../../file/file.ts'
import { listFiles } from '../../file/list.ts'
import { fileStatus, readFile } from '../../file/read.ts'
import { removeFile } from '../../file/remove.ts'
import { materialReport } from '../../file/report.ts'
import { uploadFile } from '../../file/upload.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { listText } from './present.ts'
import { choiceOf, limitOf, queryOf } from './query.ts'
import { json } from './respond.ts'
import { readUploadForm } from './upload-form.ts'

/** `POST /v1/files` (docs/rules/files.md#upload). */
export async function postFiles(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await callerOf(rooms, c, 'files:write')
  queryOf(c, [])
  const { file, replayed } = await uploadFile(rooms.resources, rooms.prober, caller, {
    idempotencyKey: idempotencyKeyOf(incoming),
    read: (receive) => readUploadForm(incoming, receive),
  })
  const headers = { Location: `/v1/files/${file.id}`, ...replayHeaders(replayed) }
  return json(201, JSON.stringify(presentFile(file)), headers)
}

/** `GET /v1/files`: files that a create can still use. */
export async function getFiles(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'files:write')
  const query = queryOf(c, ['limit', 'after', 'order', 'purpose'])
  const page = await listFiles(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    order: choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc',
    purpose: choiceOf(query, 'purpose', PURPOSES),
  })
  const data = page.items.map((file) => JSON.stringify(presentFile(file)))
  return json(200, listText(page, data))
}

/** `GET /v1/files/{id}`, including records of expired files. */
export async function getFile(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'files:write')
  queryOf(c, [])
  const file = await readFile(rooms.resources, caller, c.req.param('id') ?? '')
  return json(200, JSON.stringify(presentFile(file)))
}

/** `DELETE /v1/files/{id}`. */
export async function deleteFile(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'files:write')
  queryOf(c, [])
  const call = { id: c.req.param('id') ?? '', idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { id, replayed } = await removeFile(rooms.resources, caller, call)
  return json(200, JSON.stringify({ id, object: 'file.deleted', deleted: true }), replayHeaders(replayed))
}

function presentFile(file: FileRecord): Record<string, unknown> {
  const { usedSeconds, autoAspectRatio } = materialReport(file)
  return {
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
  }
}
