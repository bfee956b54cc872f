import { makePreview } from '../src/media/preview.ts'
import type { Resources } from '../src/resources.ts'
import type { Claim } from '../src/stage/claim.ts'
import { previewKey } from '../src/task/objects.ts'
import { PREVIEWS_MAX, type Preview } from './engine/engine.ts'

/** How long the end of a run waits for the storage; what is left is removed with the task's other objects. */
const CLOSE_MS = 1000

/** The preview pictures of a run (docs/decisions/media.md#previews). */
export interface Previews {
  /** Undefined where previews are off. */
  readonly take: Preview | undefined
  /** Sends a beat with the number of the newest stored picture. */
  report(send: (preview: number | null) => Promise<boolean>): Promise<boolean>
  /** Removes the pictures that callers do not get: all, or those that were not reported. */
  close(isDone: boolean): Promise<void>
}

/** A picture that cannot be made or stored is left out. */
export function openPreviews({ config, storage, log }: Resources, { taskId, number: attempt }: Claim): Previews {
  const stored: number[] = []
  let reported = 0
  let begun = 0
  let isClosed = false
  let working = Promise.resolve()

  const keep = async (frame: string, number: number) => {
    const path = `${frame}.preview`
    await makePreview(frame, path, config.provenance)
    if (isClosed) return
    await storage.putFile(previewKey(taskId, number), path)
    stored.push(number)
  }
  const take: Preview = (frame) => {
    if (begun === PREVIEWS_MAX || isClosed) return
    begun += 1
    // Numbers rise with the attempts, so that a late picture of a lost attempt never replaces a newer one.
    const number = attempt * (PREVIEWS_MAX + 1) + begun
    working = working
      .then(() => keep(frame, number))
      .catch((err: Error) => log.warn({ err, task: taskId }, 'a preview is left out'))
  }
  return {
    take: config.moderation || config.watermark !== null ? undefined : take,
    async report(send) {
      const newest = stored.at(-1) ?? null
      const counted = await send(newest)
      if (counted) reported = newest ?? 0
      return counted
    },
    async close(isDone) {
      isClosed = true
      const removing = working
        .then(() =>
          Promise.all(stored.filter((n) => !isDone || n > reported).map((n) => storage.remove(previewKey(taskId, n)))),
        )
        .catch((err: Error) => log.warn({ err, task: taskId }, 'could not remove previews'))
      await Promise.race([removing, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())])
    },
  }
}
