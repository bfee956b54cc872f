import type { FileRecord } from '../file/file.ts'
import { removeFile } from '../file/remove.ts'
import type { Caller } from '../key/caller.ts'
import type { Resources } from '../resources.ts'
import { type CreateCall, type Created, createTasks } from './create.ts'
import type { Lanes } from './lanes.ts'

/**
 * Creates tasks whose start image was uploaded with the call. The file is removed unless new tasks use it: after a refusal, and
 * after a repeat, which returns the tasks of the first call.
 * @param call its body names the file as `input_image`
 * @throws DomainError as `createTasks`
 */
export async function createWithImage(
  resources: Resources,
  lanes: Lanes,
  caller: Caller,
  call: CreateCall,
  { id, sha256 }: Pick<FileRecord, 'id' | 'sha256'>,
): Promise<Created> {
  let isUsed = false
  try {
    const created = await createTasks(resources, lanes, caller, { ...call, imageHash: sha256 })
    isUsed = !created.replayed
    return created
  } finally {
    if (!isUsed) await discard(resources, caller, id)
  }
}

/** A file that cannot be removed now expires like any other. A task that uses it despite an error of its create keeps it. */
async function discard(resources: Resources, caller: Caller, id: string): Promise<void> {
  await removeFile(resources, caller, { id, idempotencyKey: null }).catch((error) =>
    resources.log.warn({ err: error, fileId: id }, 'could not remove a file whose create was refused'),
  )
}
