import { join } from 'node:path'
import type { FileRecord } from '../../src/file/file.ts'
import { readFiles } from '../../src/file/pin.ts'
import { picturesUsed } from '../../src/media/frames.ts'
import { fileIdsOf } from '../../src/task/task.ts'
import { type Material, type MaterialFile, Refusal } from '../engine/engine.ts'
import type { StageRun } from './stage-run.ts'

/** Fetches a task's files into the run's folder, each once. The task's pins keep their bytes. */
export async function fetchMaterial({ resources, claim, folder }: StageRun): Promise<Material> {
  const { task } = claim
  const ids = fileIdsOf(task)
  const wanted = ids.map((fileId) => ({ accountId: task.accountId, fileId }))
  const records = ids.length > 0 ? await readFiles(resources, wanted) : new Map<string, FileRecord>()
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

const EXTENSIONS: Readonly<Record<string, string>> = { quicktime: 'mov', mpeg: 'mp3', jpeg: 'jpg' }

/** The usual file extension, for programs that need one. */
function extensionOf({ kind, contentType }: FileRecord): string {
  const subtype = contentType.slice(contentType.indexOf('/') + 1).replace(/^x-/, '')
  return kind === 'audio' && subtype === 'mp4' ? 'm4a' : (EXTENSIONS[subtype] ?? subtype)
}
