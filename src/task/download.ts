import { DomainError } from '../errors.ts'
import { jsonb, orNull, query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import type { Links, Variant } from '../storage/link.ts'
import type { ObjectStat } from '../storage/storage.ts'
import { previewKey } from './objects.ts'
import { videoNotFound } from './read.ts'
import { type Task, type TaskOutput, taskFromRow } from './task.ts'
import { isDownloadable, previewOf } from './view.ts'

/** Target of a signed link. It names no account, so the task is looked up in all accounts. */
const BY_LINK = statement('task_by_link')`select * from task where id = $1 and deleted_at is null`

/** Bytes that may be downloaded. */
export interface Download {
  readonly task: Task
  /** Changes with the bytes of its variant. */
  readonly version: string
  readonly key: string
  readonly stat: ObjectStat
}

/** Query of a signed link, unchecked. */
export interface Signature {
  readonly expires: string
  readonly signature: string
}

/**
 * The task that a signed link opens (docs/rules/files.md#signed-links).
 * @throws DomainError 403 invalid_signature, 404 video_not_found, 410 link_expired
 */
export async function taskByLink(
  resources: Pick<Resources, 'pool'>,
  links: Links,
  id: string,
  variant: Variant,
  { expires, signature }: Signature,
): Promise<Task> {
  links.assertValid(id, variant, expires, signature)
  const { rows } = await query(resources.pool, BY_LINK, [id])
  if (!rows[0]) throw videoNotFound()
  return taskFromRow(rows[0])
}

/**
 * The stored bytes of a task (docs/rules/files.md#download).
 * @throws DomainError 404 video_not_found (there is no preview now); 409 video_not_ready, video_unavailable; 410 video_expired
 */
export async function openDownload(
  resources: Pick<Resources, 'storage'>,
  task: Task,
  variant: Variant,
): Promise<Download> {
  if (variant === 'preview') return openPreview(resources, task)
  if (task.status === 'failed' || task.status === 'cancelled' || task.status === 'rejected') {
    throw new DomainError('video_unavailable', `This video was ${task.status === 'failed' ? 'not made' : task.status}.`)
  }
  if (task.status !== 'succeeded') throw new DomainError('video_not_ready', 'This video is not finished yet.')
  const { output } = task
  const key = variant === 'video' ? output?.key : output?.thumbnailKey
  const stat = key && isDownloadable(task) ? await resources.storage.stat(key) : null
  if (!output || !key || !stat) throw new DomainError('video_expired', 'The bytes of this video are no longer kept.')
  return { task, version: output.sha256, key, stat }
}

async function openPreview({ storage }: Pick<Resources, 'storage'>, task: Task): Promise<Download> {
  const number = previewOf(task)
  const key = previewKey(task.id, number ?? 0)
  const stat = number === null ? null : await storage.stat(key)
  if (!stat) throw noPreview()
  return { task, version: String(number), key, stat }
}

export function noPreview(): DomainError {
  return new DomainError(
    'video_not_found',
    'There is no preview of this video now. Previews exist while a video is rendered.',
  )
}

const OUTPUT = statement('task_output', { output: orNull(jsonb<TaskOutput>()) })`
  select output from task where id = $1 and output_erased_at is null`

/** The stored bytes of a finished task, for the worker that upscales them. */
export async function readOutput(resources: Pick<Resources, 'pool'>, id: string): Promise<TaskOutput | null> {
  const { rows } = await query(resources.pool, OUTPUT, [id])
  return rows[0]?.output ?? null
}
