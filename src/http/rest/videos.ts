import type { Caller } from '../../key/caller.ts'
import { isEarlier } from '../../key/version.ts'
import type { Rooms } from '../../rooms.ts'
import { cancelTask } from '../../task/cancel.ts'
import { type Created, createTasks } from '../../task/create.ts'
import { EARLIER_STATUSES, statusesShownAs } from '../../task/earlier.ts'
import { stopError } from '../../task/judge.ts'
import { readPlaces } from '../../task/place.ts'
import { listTasks, readTask, type TaskListing, videoNotFound } from '../../task/read.ts'
import { removeTask } from '../../task/remove.ts'
import { MODES, STATUSES } from '../../task/task.ts'
import { asCreator, callerOf } from '../caller.ts'
import { requestIdOf } from '../request-id.ts'
import { readCreateText } from './body.ts'
import type { RestContext } from './context.ts'
import { markDeprecatedFields } from './deprecation.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { endsText, listText, presenterFor } from './present.ts'
import { choiceOf, choicesOf, limitOf, type Query, queryOf, timeOf } from './query.ts'
import { isDryRun, postVideosDryRun } from './quote.ts'
import { errorObject, json } from './respond.ts'

const ID = /^vid_[0-9a-z]{1,60}$/

/** The task id of a path. A malformed id gets the same answer as an id of another account. */
export function videoIdOf(c: RestContext): string {
  const id = c.req.param('id') ?? ''
  if (!ID.test(id)) throw videoNotFound()
  return id
}

/** `POST /v1/videos` (spec 4.1). */
export async function postVideos(rooms: Rooms, c: RestContext): Promise<Response> {
  if (isDryRun(c)) return postVideosDryRun(rooms, c)
  const { incoming, outgoing } = c.env
  const { created, present } = await asCreator(rooms, c, async (caller, rated) => {
    choiceOf(queryOf(c, ['dry_run']), 'dry_run', ['true', 'false'])
    const body = await readCreateText(incoming)
    markDeprecatedFields(rooms, c, body)
    const call = { body, idempotencyKey: idempotencyKeyOf(incoming), rated }
    return { created: await createTasks(rooms.resources, rooms.lanes, caller, call), present: presenterFor(caller) }
  })
  const replayed = replayHeaders(created.replayed)
  const [task] = created.tasks
  if (created.requested === 1 && task) {
    return json(202, present(task, rooms), { Location: `/v1/videos/${task.id}`, ...replayed })
  }
  const shown = created.tasks.map((each) => present(each, rooms))
  return json(202, presentCreated(created, shown, requestIdOf(outgoing)), replayed)
}

/** The envelope for n > 1: the created tasks, and why the rest was not created (docs/rules/create.md#seeds-and-n). */
function presentCreated({ tasks, requested, stop }: Created, shown: readonly string[], requestId: string): string {
  const group = JSON.stringify(tasks[0]?.groupId ?? null)
  const error = stop ? JSON.stringify(errorObject(stopError(stop), requestId)) : 'null'
  return (
    `{"object":"list","data":[${shown.join()}],"requested":${requested},"created":${tasks.length},"group_id":${group},` +
    `${endsText(tasks)},"has_more":false,"error":${error}}`
  )
}

const LISTING = ['limit', 'after', 'order', 'status', 'mode', 'created_after', 'created_before'] as const

/** `GET /v1/videos` (spec 4.2; docs/rules/doors.md#lists). */
export async function getVideos(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'task:read')
  const query = queryOf(c, LISTING)
  const page = await listTasks(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    order: choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc',
    ...statusesOf(query, caller),
    mode: choiceOf(query, 'mode', MODES),
    createdAfter: timeOf(query, 'created_after'),
    createdBefore: timeOf(query, 'created_before'),
  })
  const places = await readPlaces(rooms.resources, page.items)
  const present = presenterFor(caller)
  const data = page.items.map((task) => present(task, rooms, places.get(task.id)))
  return json(200, listText(page, data))
}

/** `status=` with the states of the caller's version: it selects tasks that are shown with them. */
function statusesOf(query: Query, caller: Caller): Pick<TaskListing, 'statuses' | 'waitingStatuses'> {
  if (!isEarlier(caller)) return { statuses: choicesOf(query, 'status', STATUSES) }
  const shown = choicesOf(query, 'status', EARLIER_STATUSES)
  return shown ? statusesShownAs(shown) : { statuses: null }
}

/** `GET /v1/videos/{id}` (spec 4.3). */
export async function getVideo(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'task:read')
  queryOf(c, [])
  const task = await readTask(rooms.resources, caller, videoIdOf(c))
  const places = await readPlaces(rooms.resources, [task])
  return json(200, presenterFor(caller)(task, rooms, places.get(task.id)))
}

/** `POST /v1/videos/{id}/cancel` (spec 4.5): the whole task, cancelled and settled. A body is ignored. */
export async function postCancel(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: videoIdOf(c), idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { task, replayed } = await cancelTask(rooms.resources, caller, call)
  return json(200, presenterFor(caller)(task, rooms), replayHeaders(replayed))
}

/** `DELETE /v1/videos/{id}` (spec 4.9). */
export async function deleteVideo(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: videoIdOf(c), idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { id, replayed } = await removeTask(rooms.resources, caller, call)
  return json(200, JSON.stringify({ id, object: 'video.deleted', deleted: true }), replayHeaders(replayed))
}
