import { z } from 'zod'
import { EARLIER_VERSION } from '../../../key/version.ts'
import { MODES, STATUSES } from '../../../task/task.ts'
import { CreateVideo, EarlierCreateVideo } from './create-schemas.ts'
import * as examples from './examples.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import * as shared from './shared.ts'
import { CreatedVideos, VideoQuote } from './video-answers.ts'
import { VideoTask } from './video-schemas.ts'

const DeletedVideo = shared.deletedSchema('DeletedVideo', 'video.deleted', 'vid')
const VideoList = shared.listSchema('VideoList', VideoTask, 'tasks')

/** The `{id}` of a task. */
export const VIDEO = shared.idParameter('vid', 'Id of the task.', examples.VIDEO_ID)

const MATERIAL_CODES = [
  'file_not_found',
  'file_expired',
  'file_wrong_kind',
  'material_too_long',
  'material_too_short',
  'too_many_references',
  'reference_not_supplied',
] as const

const time = (name: string, description: string) =>
  shared.query(name, z.string().meta({ description, format: 'date-time', examples: ['2026-11-27T21:57:00Z'] }))

export const VIDEO_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/videos',
    id: 'createVideo',
    tag: 'Videos',
    need: 'videos:write',
    idempotent: 'kept',
    summary: 'Create a video',
    description:
      'Accepts one, two or four tasks, sets their price aside and answers at once, without waiting for a video. Follow a task with ' +
      '`GET /v1/videos/{id}/events`, with `webhook_url` or by polling. With `n` of 2 or 4 the answer is a list. If it has fewer ' +
      'tasks than requested, `error` says why.\n\n' +
      'With `?dry_run=true` nothing is created: the answer has the resolved request, its exact price and all its problems. A dry ' +
      'run needs the scope `videos:read` and accepts no Idempotency-Key.\n\n' +
      `The body is a \`CreateVideo\`, with \`API-Version: ${EARLIER_VERSION}\` an \`EarlierCreateVideo\`. ` +
      'In a form, send a list as `references[]` and metadata as `metadata[name]`.',
    parameters: [
      shared.query(
        'dry_run',
        z.enum(['true', 'false']).default('false').meta({ description: 'Only validate and price the request.' }),
      ),
    ],
    body: [
      {
        type: JSON_TYPE,
        schema: [CreateVideo, EarlierCreateVideo],
        examples: {
          text: examples.CREATE,
          several: { ...examples.CREATE, n: 2 },
          earlier: { ...examples.CREATE, negative_prompt: 'people, boats' },
        },
      },
      { type: 'multipart/form-data', schema: [CreateVideo, EarlierCreateVideo] },
    ],
    answers: {
      200: {
        description: 'With `dry_run`: the resolved request and its price.',
        content: jsonContent(VideoQuote, { quote: examples.VIDEO_QUOTE }),
        sometimes: ['Deprecation', 'Link'],
      },
      202: {
        description: 'The task, or the list of them.',
        content: jsonContent([VideoTask, CreatedVideos], { one: examples.QUEUED, several: examples.CREATED_LIST }),
        sometimes: ['Location', 'Idempotent-Replayed', 'Deprecation', 'Link'],
      },
    },
    refusals: {
      400: ['conflicting_parameters', 'negative_prompt_unsupported', ...MATERIAL_CODES],
      402: ['insufficient_balance'],
      410: ['video_deleted'],
      429: ['concurrency_limit_exceeded'],
    },
  },
  {
    method: 'get',
    path: '/v1/videos',
    id: 'listVideos',
    tag: 'Videos',
    need: 'task:read',
    summary: 'List videos',
    description: 'The account’s tasks, page by page. A deleted task is left out, but its id stays a valid `after`.',
    parameters: [
      shared.LIMIT,
      shared.afterParameter('vid'),
      shared.ORDER,
      shared.query(
        'status',
        z.string().meta({
          description: `Only tasks in one of these states, separated by commas: ${STATUSES.join(', ')}.`,
          pattern: `^(${STATUSES.join('|')})(,(${STATUSES.join('|')}))*$`,
          examples: ['queued,rendering'],
        }),
      ),
      shared.query('mode', z.enum(MODES).meta({ description: 'Only tasks of this mode.' })),
      time('created_after', 'Only tasks created after this time.'),
      time('created_before', 'Only tasks created before this time.'),
    ],
    answers: {
      200: { description: 'A page.', content: jsonContent(VideoList, { page: examples.pageOf(examples.SUCCEEDED) }) },
    },
    refusals: { 400: ['invalid_cursor'] },
  },
  {
    method: 'get',
    path: '/v1/videos/{id}',
    id: 'getVideo',
    tag: 'Videos',
    need: 'task:read',
    summary: 'Get a video',
    description: 'The task as it is now, with a new download URL if it has succeeded.',
    parameters: [VIDEO],
    answers: {
      200: {
        description: 'The task.',
        content: jsonContent(VideoTask, { queued: examples.QUEUED, succeeded: examples.SUCCEEDED }),
      },
    },
    refusals: { 404: ['video_not_found'] },
  },
  {
    method: 'delete',
    path: '/v1/videos/{id}',
    id: 'deleteVideo',
    tag: 'Videos',
    need: 'videos:write',
    idempotent: 'kept',
    summary: 'Delete a video',
    description:
      'Deletes a finished task with its prompt, metadata and video. Its ledger entries stay. This cannot be undone.',
    parameters: [VIDEO],
    answers: {
      200: {
        description: 'The task is deleted.',
        ...shared.REPLAYABLE,
        content: jsonContent(DeletedVideo, {
          deleted: { id: examples.VIDEO_ID, object: 'video.deleted', deleted: true },
        }),
      },
    },
    refusals: { 404: ['video_not_found'], 409: ['task_not_deletable'] },
  },
  {
    method: 'post',
    path: '/v1/videos/{id}/cancel',
    id: 'cancelVideo',
    tag: 'Videos',
    need: 'videos:write',
    idempotent: 'kept',
    summary: 'Cancel a video',
    description:
      'Ends the task now. Only completed work is billed; the rest of the amount set aside is released. A task can be cancelled ' +
      'until its last billed step is done. A body is ignored.',
    parameters: [VIDEO],
    answers: {
      200: {
        description: 'The task, cancelled and settled.',
        ...shared.REPLAYABLE,
        content: jsonContent(VideoTask, { cancelled: examples.CANCELLED }),
      },
    },
    refusals: { 404: ['video_not_found'], 409: ['task_not_cancellable'], 410: ['video_deleted'] },
  },
]
