import type { Rooms } from '../../rooms.ts'
import { cancelTask } from '../../task/cancel.ts'
import { type Created, createTasks } from '../../task/create.ts'
import { stopError } from '../../task/judge.ts'
import { readPlaces } from '../../task/place.ts'
import { listTasks, readTask, videoNotFound } from '../../task/read.ts'
import { removeTask } from '../../task/remove.ts'
import { MODES, STATUSES } from '../../task/task.ts'
import { asCreator, callerOf } from '../caller.ts'
import { requestIdOf } from '../request-id.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { endsText, type Linking, listText, presentTask } from './present.ts'
import { choiceOf, choicesOf, limitOf, queryOf, timeOf } from './query.ts'
import { isDryRun, postVideosDryRun } from './quote.ts'
import { errorObject, json } from './respond.ts'

const ID = /^vid_[0-9a-z]{1,60}$/

/** The task id of a path. One that cannot be ours exists no more than another account's. */
export function videoIdOf(c: RestContext): string {
  const id = c.req.param('id') ?? ''
  if (!ID.test(id)) throw videoNotFound()
  return id
}

/** `POST /v1/videos` (spec 4.1). */
export async function postVideos(rooms: Rooms, c: RestContext): Promise<Response> {
  if (isDryRun(c)) return postVideosDryRun(rooms, c)
  const { incoming, outgoing } = c.env
  const created = await asCreator(rooms, c, async (caller, rated) => {
    choiceOf(queryOf(c, ['dry_run']), 'dry_run', ['true', 'false'])
    const body = await readJsonText(incoming)
    const idempotencyKey = idempotencyKeyOf(incoming)
    return createTasks(rooms.resources, rooms.lanes, caller, { body, idempotencyKey, rated })
  })
  const replayed = replayHeaders(created.replayed)
  const [task] = created.tasks
  if (created.requested > 1 || !task) return json(202, presentCreated(created, rooms, requestIdOf(outgoing)), replayed)
  return json(202, presentTask(task, rooms), { Location: `/v1/videos/${task.id}`, ...replayed })
}

/** The envelope for n > 1: what was created, and what stopped the rest (contract 1, create). */
function presentCreated({ tasks, requested, stop }: Created, linking: Linking, requestId: string): string {
  const data = tasks.map((task) => presentTask(task, linking)).join()
  const group = JSON.stringify(tasks[0]?.groupId ?? null)
  const error = stop ? JSON.stringify(errorObject(stopError(stop), requestId)) : 'null'
  return (
    `{"object":"list","data":[${data}],"requested":${requested},"created":${tasks.length},"group_id":${group},` +
    `${endsText(tasks)},"has_more":false,"error":${error}}`
  )
}

const LISTING = ['limit', 'after', 'order', 'status', 'mode', 'created_after', 'created_before'] as const

/** `GET /v1/videos` (spec 4.2; contract 1, lists). */
export async function getVideos(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'task:read')
  const query = queryOf(c, LISTING)
  const page = await listTasks(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    order: choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc',
    statuses: choicesOf(query, 'status', STATUSES),
    mode: choiceOf(query, 'mode', MODES),
    createdAfter: timeOf(query, 'created_after'),
    createdBefore: timeOf(query, 'created_before'),
  })
  const places = await readPlaces(rooms.resources, page.items)
  const data = page.items.map((task) => presentTask(task, rooms, places.get(task.id)))
  return json(200, listText(page, data))
}

/** `GET /v1/videos/{id}` (spec 4.3). */
export async function getVideo(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'task:read')
  queryOf(c, [])
  const task = await readTask(rooms.resources, caller, videoIdOf(c))
  const places = await readPlaces(rooms.resources, [task])
  return json(200, presentTask(task, rooms, places.get(task.id)))
}

/** `POST /v1/videos/{id}/cancel` (spec 4.5): the whole task, cancelled and settled. A body, if there is one, is not read. */
export async function postCancel(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: videoIdOf(c), idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { task, replayed } = await cancelTask(rooms.resources, caller, call)
  return json(200, presentTask(task, rooms), replayHeaders(replayed))
}

/** `DELETE /v1/videos/{id}` (spec 4.9). */
export async function deleteVideo(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: videoIdOf(c), idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { id, replayed } = await removeTask(rooms.resources, caller, call)
  return json(200, JSON.stringify({ id, object: 'video.deleted', deleted: true }), replayHeaders(replayed))
}
