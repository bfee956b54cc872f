import * as limits from '../../../../limits.ts'
import { ASPECT_RATIOS, CANVASES } from '../../../../media/canvas.ts'
import { videoNotFound } from '../../../../task/read.ts'
import { type FailReason, MODES, type PriceItem, RESOLUTIONS, STATUSES, TIERS } from '../../../../task/task.ts'
import * as figures from '../../openapi/figures.ts'
import * as schema from '../../openapi/schema.ts'
import { bool, choice, count, idOf, named, object, orNull, price, seconds, time } from '../../openapi/schema.ts'
import { pathId } from '../../route.ts'
import { VIDEO_ID } from './examples.ts'

/** The `{id}` of a task. A malformed id gets the same answer as an id of another account. */
export const VIDEO = pathId(VIDEO_ID, 'Id of the task.', 'video_not_found', (given) => {
  if (!/^vid_[0-9a-z]{1,60}$/.test(given)) throw videoNotFound()
  return given
})

const ITEM_KINDS: Readonly<Record<PriceItem['kind'], true>> = {
  encoder: true,
  material_video: true,
  material_audio: true,
  material_image: true,
  context_ir: true,
  generation: true,
  upscale: true,
}

/** For an upscale of a finished video, whose price depends on its frames. */
export const FRAMES = schema.positive('Frames of the video to upscale. The price is ⌈frames × unit_price_micro / 24⌉.')

const PriceItemSchema = named(
  'PriceItem',
  object(
    'A line of a price.',
    {
      kind: choice(Object.keys(ITEM_KINDS), 'Kind of the line.'),
      quantity: seconds('Seconds for timed kinds, a count for the others.'),
      frames: FRAMES,
      unit_price_micro: price('Price of one second or one item.'),
      amount_micro: price('Amount of the line.'),
    },
    ['frames'],
  ),
)
export const PRICE_ITEMS = schema.list(PriceItemSchema, 'The price, line by line.')

/** Fields of a file as a request uses it. */
export const MEDIA_FIELDS = {
  kind: choice(['image', 'video', 'audio'], 'Kind, detected from its bytes.'),
  duration: orNull(seconds('Its length; null for images.')),
}

/** Fields that a task and its resolved request share. */
export const REQUEST_FIELDS = {
  mode: choice(MODES, 'What the video is made from.'),
  prompt: schema.text('The prompt as sent.'),
  aspect_ratio: choice(ASPECT_RATIOS, 'Shape of the picture; never `auto`.'),
  service_tier: choice(TIERS, 'How the task is served and priced.'),
  acceleration: choice(['auto', 'off'], 'Whether the request allows the accelerated path.'),
}

export const durationOf = (description: string) =>
  schema.number(description, { minimum: limits.DURATION_MIN_S, maximum: limits.DURATION_MAX_S })

const Output = named(
  'VideoOutput',
  object('The finished video.', {
    video_uri: orNull(
      schema.text(
        'Signed download URL, new in every answer: do not store it. It needs no key and works for ' +
          `${figures.LINK_TIME}. null once the video is no longer kept.`,
        { format: 'uri' },
      ),
    ),
    width: schema.positive('Width in pixels.'),
    height: schema.positive('Height in pixels.'),
    duration: seconds('Delivered seconds, slightly more than requested. The surplus is not billed.'),
    has_audio: bool('Whether it has sound.'),
    watermarked: bool('Whether it has a visible watermark.'),
    expires_at: orNull(time('When `video_uri` stops working.')),
    available_until: orNull(time('How long the video is kept. Until then every answer has a new download URL.')),
  }),
)

const Usage = named(
  'VideoUsage',
  object('What a finished task was billed: nothing if it failed, the completed work if it was cancelled.', {
    billed_seconds: seconds('Billed seconds; for an upscale of a finished video frames / 24, not rounded.'),
    billed_tier: orNull(
      choice(
        TIERS,
        'The tier at whose price generation was billed; null if it was not billed. It differs from `service_tier` if a ' +
          '`dedicated` task ran on common compute: it is billed as `pro` if that is less.',
      ),
    ),
    amount_micro: price('What was billed.'),
    amount: schema.display(),
    currency: schema.currency,
    items: PRICE_ITEMS,
  }),
)

const Waiting = named(
  'WaitingNotice',
  object('The task waits for compute. Waiting does not change `status`.', {
    since: time('When the waiting began.'),
    seconds: count('Whole seconds since then.'),
    reason: choice(
      ['capacity', 'lora', 'encoder'],
      'What the task waits for. `encoder`: all encoders are busy, or none is running. `lora`: compute is free, but none that can ' +
        'accelerate. `capacity`: any other case; all compute that can make the video is busy, or none is running.',
    ),
  }),
)

const Place = named(
  'QueuePlace',
  object('Position in the queue, while none of the task’s work runs.', {
    position: schema.positive('Position in the queue; 1 starts next.'),
    eta_seconds: orNull(count('Estimated seconds until the video is finished; null while there is no estimate.')),
  }),
)

const Cost = named(
  'VideoCost',
  object('Money of an unfinished task.', {
    frozen_micro: price('Set aside for the task.'),
    earned_micro: price('The part for completed work, which a cancel would bill now.'),
  }),
)

/** Meaning of each `fail_reason` of a task, and advice for callers. */
export const FAIL_REASONS: Readonly<Record<FailReason, string>> = {
  content_policy_input: 'Rejected: the prompt or the material is against the content policy. Change it.',
  content_policy_output: 'Rejected: the generated video is against the content policy. Change the prompt.',
  invalid_asset: 'An uploaded file could not be used for this video. Upload another.',
  queue_timeout: 'No compute became free in time. Create the task again later.',
  processing_timeout: 'Processing took too long. Create the task again.',
  processing_interrupted: 'Processing was interrupted too often. Create the task again.',
  output_corrupt: 'The generated video failed the final check. Create the task again, perhaps with another seed.',
  storage_error: 'The finished video could not be stored. Create the task again.',
  generation_error: 'The model could not make this video. Change the prompt or the material, or try again.',
  internal_error: 'Something went wrong on our side. Create the task again. If the error persists, report its id.',
}

const fileId = (description: string) => idOf('file', description)

/** A task as REST shows it (docs/rules/tasks.md#fields). */
export const TASK_FIELDS = {
  id: idOf('vid', 'Id of the task and its video.'),
  object: schema.always('video.task'),
  status: choice(
    STATUSES,
    'Current state. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are unfinished; `succeeded`, `failed`, ' +
      '`cancelled` and `rejected` are final.',
  ),
  progress: schema.number('From 0 to 1. It never decreases and is 1 only when succeeded.', { minimum: 0, maximum: 1 }),
  mode: REQUEST_FIELDS.mode,
  prompt: REQUEST_FIELDS.prompt,
  input_image: orNull(fileId('Start frame.')),
  end_image: orNull(fileId('End frame.')),
  references: schema.list(fileId('A file.'), 'Reference material, in the order in which the prompt counts it.'),
  resolution: choice(RESOLUTIONS, 'Resolution of the delivered video.'),
  duration: durationOf('Requested seconds.'),
  aspect_ratio: REQUEST_FIELDS.aspect_ratio,
  seed: count('The seed used.', { maximum: limits.SEED_MAX }),
  audio: bool('Whether sound was requested.'),
  service_tier: REQUEST_FIELDS.service_tier,
  acceleration: REQUEST_FIELDS.acceleration,
  accelerated: orNull(
    bool('Whether the accelerated path was used, which changes timing and picture; null until known.'),
  ),
  use_context_ir: bool('Whether context IR was requested.'),
  context_ir_applied: orNull(bool('Whether context IR was applied and charged; null until known.')),
  webhook_url: orNull(schema.text('URL that receives a webhook when the task has ended.', { format: 'uri' })),
  group_id: orNull(idOf('grp', 'Shared by the tasks of one create with n > 1.')),
  n_index: orNull(count('Index within the group, from 0.', { maximum: 3 })),
  source_task_id: orNull(idOf('vid', 'For an upscale: the video that it upscales.')),
  created_at: time('When it was accepted.'),
  started_at: orNull(time('When work on it began.')),
  completed_at: orNull(time('When it ended, with any status.')),
  waiting: orNull(Waiting, 'Set while the task waits for compute.'),
  queue: orNull(Place, 'Set while none of its work runs, in answers that include it.'),
  cost: orNull(Cost, 'Set until it has ended.'),
  output: orNull(Output, 'Set when it has succeeded.'),
  usage: orNull(Usage, 'Set when it has ended.'),
  fail_reason: orNull(choice(Object.keys(FAIL_REASONS), 'Why it failed or was rejected, for programs.')),
  fail_detail: orNull(schema.text('Why it failed or was rejected, for people.')),
  metadata: orNull(schema.anyObject('Your own data, unchanged, byte for byte.')),
}

export const VideoTask = named('VideoTask', object('A video and its generation.', TASK_FIELDS))

export const canvasText = Object.entries(CANVASES)
  .map(([ratio, { width, height }]) => `${ratio} is ${width}×${height}`)
  .join(', ')
