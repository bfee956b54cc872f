import type { Caller } from '../../../../key/caller.ts'
import { EARLIER_VERSION, isEarlier } from '../../../../key/version.ts'
import { REFERENCES_MAX } from '../../../../limits.ts'
import type { Rooms } from '../../../../rooms.ts'
import { stopError } from '../../../../task/admit.ts'
import { type Created, createTasks } from '../../../../task/create.ts'
import { firstPosition } from '../../../../task/queue-position.ts'
import { quoteTask } from '../../../../task/quote.ts'
import { CreateBody, EarlierBody } from '../../../../task/request.ts'
import type { Task } from '../../../../task/task.ts'
import { requestIdOf } from '../../../request-id.ts'
import { type Body, readCreateText } from '../../body.ts'
import { markDeprecatedFields } from '../../deprecation.ts'
import { ErrorObject, JSON_TYPE, jsonAnswer } from '../../openapi/answer.ts'
import * as figures from '../../openapi/figures.ts'
import * as schema from '../../openapi/schema.ts'
import { oneOf } from '../../query.ts'
import { endsText, errorObject, json, replayHeaders } from '../../respond.ts'
import { instead, route } from '../../route.ts'
import { CREATE, QUEUED } from './examples.ts'
import { presenterFor } from './present.ts'
import { presentQuote, QUOTE, VideoQuote } from './quote.ts'
import { canvasText, VideoTask } from './schema.ts'

const fileId = (description: string) => ({ description, pattern: '^file_[0-9a-z]{26}$' })

const FIELDS = {
  prompt: {
    description:
      'What to show. In `reference_to_video` it may refer to material as `@图片1`, `@视频1` or `@音频1` (image, video, ' +
      'audio), each kind numbered by its order in `references`. A number without a file is refused, and so is text that ' +
      'only looks like a reference, such as `@图片０` or `<picture 1>`. A blank prompt is refused.',
  },
  mode: 'What the video is made from. The last two need uploaded material.',
  input_image: fileId('Start frame of `image_to_video`. It is stretched to the canvas.'),
  end_image: fileId(
    'End frame of `image_to_video`, on which the video converges. It is cropped to the ratio around its centre.',
  ),
  references: {
    description:
      `Material of \`reference_to_video\`: at most ${figures.REFERENCES}. All videos together last at most ` +
      `${figures.MATERIAL_TIME}, and so do all audio files.`,
    items: fileId('A file.'),
    maxItems: REFERENCES_MAX,
  },
  reference: { ...fileId('The same as `references` with this one item.'), deprecated: true },
  duration: 'Seconds, with at most three decimals. The basis of billing.',
  resolution: '`2k` and `4k` are reached by upscaling.',
  aspect_ratio: `Shape of the picture at 768p: ${canvasText}. \`auto\` chooses the one closest to the first material.`,
  acceleration: { description: 'Applies to the draft tier only. Superseded by `service_tier`.', deprecated: true },
  service_tier:
    '`draft` is accelerated where possible, with some loss of quality. `pro` and `dedicated` are served first. ' +
    '`dedicated` runs on compute reserved for the account. If it ran on common compute instead, it is billed as `pro` if that is ' +
    'less; `usage.billed_tier` shows it.',
  use_context_ir: 'Whether to use context IR, charged only if applied. Defaults to the account’s setting.',
  audio: 'Whether the video has sound.',
  seed: 'Fixes the random seed. Of several tasks the i-th, counted from 0, uses seed + i.',
  n: 'Number of independent tasks to create. Each is queued, billed and cancelled separately.',
  max_amount_micro: schema.CEILING,
  webhook_url: {
    description:
      'URL that receives a webhook when the task has ended; https, on the public internet. It is stored in normal form: host in ' +
      'lower case, without the default port and without a fragment.',
    format: 'uri',
  },
  metadata: `Your own data, at most ${figures.METADATA_SIZE}; returned unchanged, byte for byte, in every answer and event.`,
} as const

const RULE = 'A null field means the same as one left out. An unknown field is refused.'

const CreateVideo = schema.requestSchema('CreateVideo', CreateBody, `The video to create. ${RULE}`, FIELDS)

/** Spec 9. */
const EarlierCreateVideo = schema.requestSchema(
  'EarlierCreateVideo',
  EarlierBody,
  `The video to create, in the earlier version. ${RULE}`,
  {
    ...FIELDS,
    resolution: 'The earlier version has no larger resolutions.',
    negative_prompt: 'What the video should not show, if the model supports it.',
  },
)

const forms = [CreateVideo, EarlierCreateVideo]

/** Stock clients also send it as a form (docs/rules/create.md#forms). */
const BODY: Body<string> = {
  content: [
    {
      type: JSON_TYPE,
      schema: forms,
      examples: {
        text: CREATE,
        several: { ...CREATE, n: 2 },
        earlier: { ...CREATE, negative_prompt: 'people, boats' },
      },
    },
    { type: 'multipart/form-data', schema: forms },
  ],
  read: readCreateText,
}

/** The answer to a create with n > 1 (docs/rules/create.md#seeds-and-n). */
const CreatedVideos = schema.named(
  'CreatedVideos',
  schema.object('The tasks of a create with `n` of 2 or 4.', {
    object: schema.always('list'),
    data: schema.list(VideoTask, 'The created tasks, in order.'),
    requested: schema.choice([2, 4], 'Number of requested tasks.'),
    created: schema.positive('Number of created tasks.', { maximum: 4 }),
    group_id: schema.idOf('grp', 'Shared by these tasks.'),
    first_id: schema.idOf('vid', 'Id of the first task.'),
    last_id: schema.idOf('vid', 'Id of the last task.'),
    has_more: schema.always(false, 'Always false: `data` has all tasks.'),
    error: schema.orNull(ErrorObject, 'Why not all tasks were created; null if all were.'),
  }),
)

const SECOND_ID = 'vid_01k5x2p8c4m6r9t1v3w5y7z0ac'
const GROUP_ID = 'grp_01k5x2p8c4m6r9t1v3w5y7z0ad'

/** Two were requested; the balance covered one. */
const CREATED_LIST = {
  object: 'list',
  data: [{ ...QUEUED, id: SECOND_ID, group_id: GROUP_ID, n_index: 0 }],
  requested: 2,
  created: 1,
  group_id: GROUP_ID,
  first_id: SECOND_ID,
  last_id: SECOND_ID,
  has_more: false,
  error: {
    type: 'insufficient_balance_error',
    code: 'insufficient_balance',
    message: 'This task needs ¥2.52; ¥1.00 is available.',
    param: null,
    request_id: 'req_01k5x2p8c4m6r9t1v3w5y7z0ae',
    details: { required_micro: 2_520_000, available_micro: 1_000_000 },
  },
}

/** The answer to a create: the task, or with n > 1 the list of them. */
export async function createdText(created: Created, rooms: Rooms, caller: Caller, requestId: string): Promise<string> {
  const present = presenterFor(caller)
  const show = async (task: Task) =>
    present(task, rooms, created.replayed ? null : await firstPosition(rooms.resources, task))
  const shown = await Promise.all(created.tasks.map(show))
  return created.requested === 1 ? shown.join() : presentCreated(created, shown, requestId)
}

/** The envelope for n > 1: the created tasks, and why the rest was not created. */
function presentCreated({ tasks, requested, stop }: Created, shown: readonly string[], requestId: string): string {
  const group = JSON.stringify(tasks[0]?.groupId ?? null)
  const error = stop ? JSON.stringify(errorObject(stopError(stop), requestId)) : 'null'
  return (
    `{"object":"list","data":[${shown.join()}],"requested":${requested},"created":${tasks.length},"group_id":${group},` +
    `${endsText(tasks)},"has_more":false,"error":${error}}`
  )
}

const query = { dry_run: oneOf(['true', 'false'], 'Only validate and price the request.', 'false') }

/** docs/rules/create.md#dry-run: 200 even if the request has problems. */
const dryRun = instead({
  when: (c) => c.req.query('dry_run') === 'true',
  need: 'videos:read',
  query,
  body: BODY,
  answers: {
    200: jsonAnswer(
      'With `dry_run`: the resolved request and its price.',
      VideoQuote,
      { quote: QUOTE },
      { sometimes: ['Deprecation', 'Link'] },
    ),
  },
  async handle({ rooms, c, caller, body }) {
    markDeprecatedFields(rooms, c, body)
    const quote = await quoteTask(rooms.resources, caller, body)
    return json(200, presentQuote(quote, isEarlier(caller), requestIdOf(c.env.outgoing)))
  },
})

/** spec 4.1 */
route('POST', '/v1/videos', {
  name: 'createVideo',
  tag: 'Videos',
  need: 'videos:write',
  costs: 'create',
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
  query,
  body: BODY,
  answers: {
    202: jsonAnswer(
      'The task, or the list of them.',
      [VideoTask, CreatedVideos],
      { one: QUEUED, several: CREATED_LIST },
      { sometimes: ['Location', 'Deprecation', 'Link'] },
    ),
  },
  refusals: {
    400: [
      'conflicting_parameters',
      'negative_prompt_unsupported',
      'file_not_found',
      'file_expired',
      'file_wrong_kind',
      'material_too_long',
      'material_too_short',
      'too_many_references',
      'reference_not_supplied',
    ],
    402: ['spend_limit_exceeded', 'insufficient_balance'],
    409: ['price_above_maximum'],
    410: ['video_deleted'],
    429: ['concurrency_limit_exceeded'],
  },
  instead: dryRun,
  async handle({ rooms, c, caller, body, idempotencyKey, rated }) {
    markDeprecatedFields(rooms, c, body)
    const created = await createTasks(rooms.resources, rooms.lanes, caller, { body, idempotencyKey, rated })
    const [task] = created.tasks
    const location = created.requested === 1 && task ? { Location: `/v1/videos/${task.id}` } : {}
    const text = await createdText(created, rooms, caller, requestIdOf(c.env.outgoing))
    return json(202, text, { ...location, ...replayHeaders(created.replayed) })
  },
})
