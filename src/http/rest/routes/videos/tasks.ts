import { isEarlier } from '../../../../key/version.ts'
import { cancelTask } from '../../../../task/cancel.ts'
import { EARLIER_STATUSES, statusesShownAs } from '../../../../task/earlier.ts'
import { readQueuePositions } from '../../../../task/queue-position.ts'
import { listTasks, readTask, type TaskListing } from '../../../../task/read.ts'
import { removeTask } from '../../../../task/remove.ts'
import { SEARCHED } from '../../../../task/search.ts'
import { MODES, STATUSES } from '../../../../task/task.ts'
import { deletionAnswer, jsonAnswer, listAnswer } from '../../openapi/answer.ts'
import { text } from '../../openapi/schema.ts'
import { anyText, anyTime, oneOf, ordered, type Parameter, severalOf } from '../../query.ts'
import { deletion, json, listText, replayHeaders } from '../../respond.ts'
import { route } from '../../route.ts'
import { FIVE_SECONDS, QUEUED, STARTED, SUCCEEDED } from './examples.ts'
import { presenterFor } from './present.ts'
import { VIDEO, VideoTask } from './schema.ts'

/** Cancelled while its picture was made: the encoder's part was done. */
const CANCELLED = {
  ...QUEUED,
  status: 'cancelled',
  progress: 0.4,
  context_ir_applied: false,
  started_at: STARTED,
  completed_at: '2026-11-27T21:57:31.004Z',
  cost: null,
  usage: {
    billed_seconds: 0,
    billed_tier: null,
    amount_micro: 20_000,
    amount: '¥0.02',
    currency: 'CNY',
    items: FIVE_SECONDS.slice(0, 1),
  },
}

/** States of the caller's version: they select tasks that are shown with them. */
const statuses: Parameter<Pick<TaskListing, 'statuses' | 'waitingStatuses'>> = {
  schema: text(`Only tasks in one of these states, separated by commas: ${STATUSES.join(', ')}.`, {
    pattern: `^(${STATUSES.join('|')})(,(${STATUSES.join('|')}))*$`,
    examples: ['queued,rendering'],
  }),
  read(given, name, caller) {
    if (!caller || !isEarlier(caller)) return { statuses: severalOf(given, name, STATUSES) }
    const shown = severalOf(given, name, EARLIER_STATUSES)
    return shown ? statusesShownAs(shown) : { statuses: null }
  },
}

/** spec 4.2; docs/rules/doors.md#lists */
route('GET', '/v1/videos', {
  name: 'listVideos',
  tag: 'Videos',
  need: 'task:read',
  summary: 'List videos',
  description: 'The account’s tasks, page by page. A deleted task is left out, but its id stays a valid `after`.',
  query: {
    ...ordered('vid'),
    status: statuses,
    mode: oneOf(MODES, 'Only tasks of this mode.'),
    created_after: anyTime('Only tasks created after this time.'),
    created_before: anyTime('Only tasks created before this time.'),
    search: anyText(
      text(`Only tasks with this text in the prompt, in any case, or whose id begins with it. ${SEARCHED}`, {
        minLength: 1,
        examples: ['heron'],
      }),
    ),
  },
  answers: { 200: listAnswer('VideoList', VideoTask, 'tasks', SUCCEEDED) },
  async handle({ rooms, caller, query }) {
    const { status, created_after: createdAfter, created_before: createdBefore, ...listing } = query
    const tasks = await listTasks(rooms.resources, caller, { ...listing, ...status, createdAfter, createdBefore })
    const queuePositions = await readQueuePositions(rooms.resources, tasks.items)
    const present = presenterFor(caller)
    return json(
      200,
      listText(tasks, (task) => present(task, rooms, queuePositions.get(task.id))),
    )
  },
})

/** spec 4.3 */
route('GET', '/v1/videos/:id', {
  name: 'getVideo',
  tag: 'Videos',
  need: 'task:read',
  summary: 'Get a video',
  description: 'The task as it is now, with a new download URL if it has succeeded.',
  id: VIDEO,
  answers: { 200: jsonAnswer('The task.', VideoTask, { queued: QUEUED, succeeded: SUCCEEDED }) },
  async handle({ rooms, caller, id }) {
    const task = await readTask(rooms.resources, caller, id)
    const queuePositions = await readQueuePositions(rooms.resources, [task])
    return json(200, presenterFor(caller)(task, rooms, queuePositions.get(task.id)))
  },
})

/** spec 4.9 */
route('DELETE', '/v1/videos/:id', {
  name: 'deleteVideo',
  tag: 'Videos',
  need: 'videos:write',
  idempotent: 'kept',
  summary: 'Delete a video',
  description:
    'Deletes a finished task with its prompt, metadata and video. Its ledger entries stay. This cannot be undone.',
  id: VIDEO,
  answers: { 200: deletionAnswer('DeletedVideo', 'video.deleted', QUEUED.id, { what: 'task' }) },
  refusals: { 409: ['task_not_deletable'] },
  async handle({ rooms, caller, id, idempotencyKey }) {
    const removed = await removeTask(rooms.resources, caller, { id, idempotencyKey })
    return deletion(removed.id, 'video.deleted', removed.replayed)
  },
})

/** spec 4.5: the whole task, cancelled and settled. */
route('POST', '/v1/videos/:id/cancel', {
  name: 'cancelVideo',
  tag: 'Videos',
  need: 'videos:write',
  idempotent: 'kept',
  summary: 'Cancel a video',
  description:
    'Ends the task now. Only completed work is billed; the rest of the amount set aside is released. A task can be cancelled ' +
    'until its last billed step is done. A body is ignored.',
  id: VIDEO,
  answers: { 200: jsonAnswer('The task, cancelled and settled.', VideoTask, { cancelled: CANCELLED }) },
  refusals: { 409: ['task_not_cancellable'], 410: ['video_deleted'] },
  async handle({ rooms, caller, id, idempotencyKey }) {
    const { task, replayed } = await cancelTask(rooms.resources, caller, { id, idempotencyKey })
    return json(200, presenterFor(caller)(task, rooms), replayHeaders(replayed))
  },
})
