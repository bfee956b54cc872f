import { join } from 'node:path'
import type { FileRecord } from '../../src/file/file.ts'
import { readFiles } from '../../src/file/pin.ts'
import { picturesUsed } from '../../src/media/frames.ts'
import { misfitOf, type UsedFile, type Wanted } from '../../src/task/misfit.ts'
import { fileIdsOf, type Task } from '../../src/task/task.ts'
import { type Material, type MaterialFile, Refusal } from '../engine/engine.ts'
import type { StageRun } from './stage-run.ts'

/** A task that the engine cannot make. Its worker is newer than the task, or joined just before it. */
export class Unfit extends Error {}

/**
 * Fetches a task's files into the run's folder, each once. The task's pins keep their bytes.
 * @throws Unfit before anything is fetched
 */
export async function fetchMaterial({ resources, engine, claim, folder }: StageRun): Promise<Material> {
  const { task } = claim
  const ids = fileIdsOf(task)
  const wanted = ids.map((fileId) => ({ accountId: task.accountId, fileId }))
  const records = ids.length > 0 ? await readFiles(resources, wanted) : new Map<string, FileRecord>()
  const misfit = misfitOf(wantedBy(task, records), engine.limits)
  if (misfit) throw new Unfit(misfit.error.message)
  const files = new Map<string, MaterialFile>()
  for (const record of records.values()) {
    const path = join(folder, `material-${files.size + 1}.${extensionOf(record)}`)
    await resources.storage.fetch(record.objectKey, path)
    const { kind, contentType, width, height, durationMs, hasAudio } = record
    const frames = picturesUsed(record, task.frames)
    files.set(record.id, { kind, contentType, path, width, height, durationMs, hasAudio, frames })
  }
  const fileOf = (id: string) => {
    const file = files.get(id)
    if (!file) throw new Refusal('invalid_asset', `The file ${id} no longer exists.`)
    return file
  }
  return {
    inputImage: task.inputImage === null ? null : fileOf(task.inputImage),
    endImage: task.endImage === null ? null : fileOf(task.endImage),
    references: task.references.map(fileOf),
  }
}

function wantedBy(task: Task, records: ReadonlyMap<string, FileRecord>): Wanted {
  const used = (param: string, id: string | null): UsedFile[] => {
    const file = id === null ? undefined : records.get(id)
    return file ? [{ param, file }] : []
  }
  const [inputImage = null] = used('input_image', task.inputImage)
  const [endImage = null] = used('end_image', task.endImage)
  return { ...task, inputImage, endImage, references: task.references.flatMap((id) => used('references', id)) }
}

const EXTENSIONS: Readonly<Record<string, string>> = { quicktime: 'mov', mpeg: 'mp3', jpeg: 'jpg' }

/** The usual file extension, for programs that need one. */
function extensionOf({ kind, contentType }: FileRecord): string {
  const subtype = contentType.slice(contentType.indexOf('/') + 1).replace(/^x-/, '')
  return kind === 'audio' && subtype === 'mp4' ? 'm4a' : (EXTENSIONS[subtype] ?? subtype)
}
