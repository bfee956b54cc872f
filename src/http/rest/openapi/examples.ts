/** Examples of all operations, from one day of one account. A test checks them against their schemas. */

const FIVE_SECONDS = [
  { kind: 'encoder', quantity: 1, unit_price_micro: 20_000, amount_micro: 20_000 },
  { kind: 'generation', quantity: 5, unit_price_micro: 500_000, amount_micro: 2_500_000 },
]

export const VIDEO_ID = 'vid_01k5x2p8c4m6r9t1v3w5y7z0ab'
const SECOND_ID = 'vid_01k5x2p8c4m6r9t1v3w5y7z0ac'
const UPSCALE_ID = 'vid_01k5x3f0d2h4j6k8m0n2p4q6rs'
export const GROUP_ID = 'grp_01k5x2p8c4m6r9t1v3w5y7z0ad'
export const FILE_ID = 'file_01k5x2n1a3b5c7d9e1f3g5h7jk'
export const KEY_ID = 'key_01k5x1z9y8x7w6v5t4s3r2q1p0'
export const DELIVERY_ID = 'whd_01k5x2vtn4q6s8t0v2w4x6y8za'
export const ENTRY_ID = 'led_01k5x2vtm3n5p7q9r1s3t5v7wx'

export const CREATE = {
  prompt: 'A paper boat sails across a rain puddle at dusk',
  duration: 5,
  aspect_ratio: '16:9',
  metadata: { scene: 12 },
}

/** The task right after its create. */
export const QUEUED = {
  id: VIDEO_ID,
  object: 'video.task',
  status: 'queued',
  progress: 0,
  mode: 'text_to_video',
  prompt: CREATE.prompt,
  input_image: null,
  end_image: null,
  references: [],
  resolution: '768p',
  duration: 5,
  aspect_ratio: '16:9',
  seed: 1_804_289_383,
  audio: true,
  service_tier: 'standard',
  acceleration: 'auto',
  accelerated: null,
  use_context_ir: false,
  context_ir_applied: null,
  webhook_url: null,
  group_id: null,
  n_index: null,
  source_task_id: null,
  created_at: '2026-11-27T21:57:00.123Z',
  started_at: null,
  completed_at: null,
  waiting: null,
  queue: null,
  cost: { frozen_micro: 2_520_000, earned_micro: 0 },
  output: null,
  usage: null,
  fail_reason: null,
  fail_detail: null,
  metadata: CREATE.metadata,
}

const STARTED = '2026-11-27T21:57:00.480Z'

export const SUCCEEDED = {
  ...QUEUED,
  status: 'succeeded',
  progress: 1,
  accelerated: false,
  context_ir_applied: false,
  started_at: STARTED,
  completed_at: '2026-11-27T21:58:12.907Z',
  cost: null,
  output: {
    video_uri: `https://api.example.com/v1/videos/${VIDEO_ID}/content?expires=1795816800&signature=4mJq0w8uYx2b`,
    width: 1344,
    height: 768,
    duration: 5.167,
    has_audio: true,
    watermarked: false,
    expires_at: '2026-11-27T23:00:00.000Z',
    available_until: '2026-12-27T21:58:12.907Z',
  },
  usage: {
    billed_seconds: 5,
    billed_tier: 'standard',
    amount_micro: 2_520_000,
    amount: '¥2.52',
    currency: 'CNY',
    items: FIVE_SECONDS,
  },
}

/** Cancelled while its picture was made: the encoder's part was done. */
export const CANCELLED = {
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

export const UPSCALE = {
  ...QUEUED,
  id: UPSCALE_ID,
  resolution: '2k',
  accelerated: false,
  source_task_id: VIDEO_ID,
  created_at: '2026-11-27T22:05:40.001Z',
  cost: { frozen_micro: 1_550_000, earned_micro: 0 },
  metadata: null,
}

/** Two were asked for; the balance sufficed for one. */
export const CREATED_LIST = {
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

export const VIDEO_QUOTE = {
  object: 'video.quote',
  valid: true,
  request: {
    mode: 'text_to_video',
    prompt: CREATE.prompt,
    input_image: null,
    end_image: null,
    references: [],
    material: [],
    duration: 5,
    delivered_seconds: 5.167,
    frames: 124,
    resolution: '768p',
    aspect_ratio: '16:9',
    canvas: { width: 1344, height: 768 },
    width: 1344,
    height: 768,
    acceleration: 'auto',
    service_tier: 'standard',
    use_context_ir: false,
    audio: true,
    seed: null,
    n: 1,
    webhook_url: null,
    metadata: CREATE.metadata,
  },
  price: {
    currency: 'CNY',
    price_version: 1,
    items: FIVE_SECONDS,
    amount_micro: 2_520_000,
    amount: '¥2.52',
    n: 1,
    total_micro: 2_520_000,
    total: '¥2.52',
  },
  affordable: true,
  errors: [],
  more_errors: 0,
}

/** A page of a list that holds one item. */
export function pageOf<T extends { readonly id: string }>(item: T): Record<string, unknown> {
  return { object: 'list', data: [item], first_id: item.id, last_id: item.id, has_more: false }
}
