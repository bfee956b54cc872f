import type { DomainError } from '../../errors.ts'
import { readQueuePositions } from '../../task/queue-position.ts'
import { readTask } from '../../task/read.ts'
import { isTerminal, type Task } from '../../task/task.ts'
import { watchTask } from '../../task/watch.ts'
import { takeEventSlot } from '../event-slot.ts'
import { presenterFor } from '../rest/routes/videos/present.ts'
import type { McpCall } from './call.ts'

/** Called with the task after each change. */
export type Report = (task: Task) => void

/**
 * Waits until a task has ended, the time is over, the client has left or the gateway stops.
 * @returns JSON text: the task as it is then, and whether it has ended
 * @throws DomainError 404 video_not_found, 429 rate_limit_exceeded, and 401 or 403 once the key is no longer valid
 */
export async function watchVideo(call: McpCall, id: string, seconds: number, report: Report): Promise<string> {
  const { rooms, caller } = call
  const task =
    (seconds > 0 ? await lastOf(call, id, seconds, report) : null) ?? (await readTask(rooms.resources, caller, id))
  const queuePositions = await readQueuePositions(rooms.resources, [task])
  const video = presenterFor(caller)(task, rooms, queuePositions.get(task.id))
  return `{"ended":${isTerminal(task.status)},"video":${video}}`
}

async function lastOf(call: McpCall, id: string, seconds: number, report: Report): Promise<Task | null> {
  const { rooms, c, caller } = call
  const { incoming, outgoing } = c.env
  takeEventSlot(rooms, caller.keyId, outgoing)
  const changes = watchTask(rooms.resources, rooms.bus, caller, id, null)
  let task: Task | null = null
  let refusal: DomainError | null = null
  const stop = () => changes.close()
  const late = setTimeout(stop, seconds * 1000)
  const release = rooms.keyGuard.hold(incoming.headers.authorization ?? '', (lapse) => {
    refusal = lapse
    stop()
  })
  outgoing.once('close', stop)
  try {
    for await (const change of changes) {
      task = change.task
      report(task)
    }
  } finally {
    clearTimeout(late)
    release()
    outgoing.off('close', stop)
  }
  if (refusal) throw refusal
  return task
}
