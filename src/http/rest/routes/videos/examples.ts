/** Examples of tasks, and ids that other examples name: one day of one account. A test checks them against their schemas. */

export const FIVE_SECONDS = [
  { kind: 'encoder', quantity: 1, unit_price_micro: 20_000, amount_micro: 20_000 },
  { kind: 'generation', quantity: 5, unit_price_micro: 500_000, amount_micro: 2_500_000 },
]

export const VIDEO_ID = 'vid_01k5x2p8c4m6r9t1v3w5y7z0ab'
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

export const STARTED = '2026-11-27T21:57:00.480Z'

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
