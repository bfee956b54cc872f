// Written by `npm run codegen` from the OpenAPI document. Do not edit.

/** What was refused, and why. */
export interface ErrorObject {
  /** Category; it follows from the status. */
  type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'insufficient_balance_error'
    | 'permission_error'
    | 'rate_limit_error'
    | 'api_error'
  /** What happened, for programs. The error catalogue explains each code. */
  code:
    | 'invalid_json'
    | 'invalid_parameter'
    | 'missing_parameter'
    | 'unknown_parameter'
    | 'conflicting_parameters'
    | 'reference_not_supplied'
    | 'negative_prompt_unsupported'
    | 'file_expired'
    | 'file_wrong_kind'
    | 'empty_file'
    | 'audio_duration_unreadable'
    | 'media_unreadable'
    | 'image_too_large'
    | 'material_too_long'
    | 'material_too_short'
    | 'too_many_references'
    | 'invalid_cursor'
    | 'upscale_not_eligible'
    | 'invalid_idempotency_key'
    | 'unsupported_api_version'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'api_key_revoked'
    | 'api_key_expired'
    | 'read_token_expired'
    | 'insufficient_balance'
    | 'spend_limit_exceeded'
    | 'insufficient_scope'
    | 'account_disabled'
    | 'origin_not_allowed'
    | 'invalid_signature'
    | 'video_not_found'
    | 'group_not_found'
    | 'file_not_found'
    | 'api_key_not_found'
    | 'delivery_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'task_not_cancellable'
    | 'task_not_deletable'
    | 'file_in_use'
    | 'idempotency_in_progress'
    | 'video_not_ready'
    | 'video_unavailable'
    | 'upscale_price_changed'
    | 'price_above_maximum'
    | 'key_limit_reached'
    | 'video_expired'
    | 'video_deleted'
    | 'source_unavailable'
    | 'link_expired'
    | 'request_too_large'
    | 'file_too_large'
    | 'storage_quota_exceeded'
    | 'unsupported_media_type'
    | 'range_not_satisfiable'
    | 'idempotency_key_reused'
    | 'rate_limit_exceeded'
    | 'concurrency_limit_exceeded'
    | 'stream_lagged'
    | 'internal_error'
    | 'prompt_optimizer_unavailable'
    | 'overloaded'
    | 'storage_unavailable'
    | 'insufficient_storage'
  /** What happened, for people. It may change: do not parse it. */
  message: string
  /** The invalid parameter, down to the item: `references[2]`, `API-Version`. */
  param: string | null
  /** The same as `X-Request-Id`. */
  request_id: string
  /** Further values of some codes, such as `available_micro` of `insufficient_balance`. */
  details?: Record<string, unknown> | undefined
}

/** A line of a price. */
export interface PriceItem {
  /** Kind of the line. */
  kind: 'encoder' | 'material_video' | 'material_audio' | 'material_image' | 'context_ir' | 'generation' | 'upscale'
  /** Seconds for timed kinds, a count for the others. */
  quantity: number
  /** Frames of the video to upscale. The price is ⌈frames × unit_price_micro / 24⌉. */
  frames?: number | undefined
  /** Price of one second or one item. In µ¥, millionths of a yuan. */
  unit_price_micro: number
  /** Amount of the line. In µ¥, millionths of a yuan. */
  amount_micro: number
}

/** The finished video. */
export interface VideoOutput {
  /** Signed download URL, new in every answer: do not store it. It needs no key and works for 60 minutes. null once the video is no longer kept. */
  video_uri: string | null
  /** Width in pixels. */
  width: number
  /** Height in pixels. */
  height: number
  /** Delivered seconds, slightly more than requested. The surplus is not billed. */
  duration: number
  /** Whether it has sound. */
  has_audio: boolean
  /** Whether it has a visible watermark. */
  watermarked: boolean
  /** When `video_uri` stops working. */
  expires_at: string | null
  /** How long the video is kept. Until then every answer has a new download URL. */
  available_until: string | null
}

/** What a finished task was billed: nothing if it failed, the completed work if it was cancelled. */
export interface VideoUsage {
  /** Billed seconds; for an upscale of a finished video frames / 24, not rounded. */
  billed_seconds: number
  /** The tier at whose price generation was billed; null if it was not billed. It differs from `service_tier` if a `dedicated` task ran on common compute: it is billed as `pro` if that is less. */
  billed_tier: 'draft' | 'standard' | 'pro' | 'dedicated' | null
  /** What was billed. In µ¥, millionths of a yuan. */
  amount_micro: number
  /** The same amount. For display only. */
  amount: string
  /** Currency code. */
  currency: 'CNY'
  /** The price, line by line. */
  items: PriceItem[]
}

/** The task waits for compute. Waiting does not change `status`. */
export interface WaitingNotice {
  /** When the waiting began. */
  since: string
  /** Whole seconds since then. */
  seconds: number
  /** What the task waits for. `encoder`: all encoders are busy, or none is running. `lora`: compute is free, but none that can accelerate. `capacity`: any other case; all compute that can make the video is busy, or none is running. */
  reason: 'capacity' | 'lora' | 'encoder'
}

/** Position in the queue, while none of the task’s work runs. */
export interface QueuePlace {
  /** Position in the queue; 1 starts next. */
  position: number
  /** Estimated seconds until the video is finished; null while there is no estimate. */
  eta_seconds: number | null
}

/** Money of an unfinished task. */
export interface VideoCost {
  /** Set aside for the task. In µ¥, millionths of a yuan. */
  frozen_micro: number
  /** The part for completed work, which a cancel would bill now. In µ¥, millionths of a yuan. */
  earned_micro: number
}

/** A video and its generation. */
export interface VideoTask {
  /** Id of the task and its video. */
  id: string
  /** Always `video.task`. */
  object: 'video.task'
  /** Current state. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are unfinished; `succeeded`, `failed`, `cancelled` and `rejected` are final. */
  status:
    | 'queued'
    | 'encoding'
    | 'rendering'
    | 'upscaling'
    | 'packaging'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | 'rejected'
  /** From 0 to 1. It never decreases and is 1 only when succeeded. */
  progress: number
  /** What the video is made from. */
  mode: 'text_to_video' | 'image_to_video' | 'reference_to_video'
  /** The prompt as sent. */
  prompt: string
  /** Start frame. */
  input_image: string | null
  /** End frame. */
  end_image: string | null
  /** Reference material, in the order in which the prompt counts it. */
  references: string[]
  /** Resolution of the delivered video. */
  resolution: '768p' | '2k' | '4k'
  /** Requested seconds. */
  duration: number
  /** Shape of the picture; never `auto`. */
  aspect_ratio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9'
  /** The seed used. */
  seed: number
  /** Whether sound was requested. */
  audio: boolean
  /** How the task is served and priced. */
  service_tier: 'draft' | 'standard' | 'pro' | 'dedicated'
  /** Whether the request allows the accelerated path. */
  acceleration: 'auto' | 'off'
  /** Whether the accelerated path was used, which changes timing and picture; null until known. */
  accelerated: boolean | null
  /** Whether context IR was requested. */
  use_context_ir: boolean
  /** Whether context IR was applied and charged; null until known. */
  context_ir_applied: boolean | null
  /** URL that receives a webhook when the task has ended. */
  webhook_url: string | null
  /** Shared by the tasks of one create with n > 1. */
  group_id: string | null
  /** Index within the group, from 0. */
  n_index: number | null
  /** For an upscale: the video that it upscales. */
  source_task_id: string | null
  /** When it was accepted. */
  created_at: string
  /** When work on it began. */
  started_at: string | null
  /** When it ended, with any status. */
  completed_at: string | null
  /** Set while the task waits for compute. */
  waiting: WaitingNotice | null
  /** Set while none of its work runs, in answers that include it. */
  queue: QueuePlace | null
  /** Set until it has ended. */
  cost: VideoCost | null
  /** Set when it has succeeded. */
  output: VideoOutput | null
  /** Set when it has ended. */
  usage: VideoUsage | null
  /** Why it failed or was rejected, for programs. */
  fail_reason:
    | 'content_policy_input'
    | 'content_policy_output'
    | 'invalid_asset'
    | 'queue_timeout'
    | 'processing_timeout'
    | 'processing_interrupted'
    | 'output_corrupt'
    | 'storage_error'
    | 'generation_error'
    | 'internal_error'
    | null
  /** Why it failed or was rejected, for people. */
  fail_detail: string | null
  /** Your own data, unchanged, byte for byte. */
  metadata: Record<string, unknown> | null
}

/** The request with its defaults applied and its files looked up. */
export interface ResolvedRequest {
  /** What the video is made from. */
  mode: 'text_to_video' | 'image_to_video' | 'reference_to_video'
  /** The prompt as sent. */
  prompt: string
  /** Start frame. */
  input_image: string | null
  /** End frame. */
  end_image: string | null
  /** Reference material, in order. */
  references: string[]
  /** The files found, in the order of the request. */
  material: {
    /** The parameter that names it: `input_image`, `references[0]`. */
    param: string
    /** The file. */
    id: string
    /** Kind, detected from its bytes. */
    kind: 'image' | 'video' | 'audio'
    /** Width in pixels; null for audio. */
    width: number | null
    /** Height in pixels; null for audio. */
    height: number | null
    /** Its length; null for images. */
    duration: number | null
    /** Seconds of it that the video uses; null for images. The whole file is billed. */
    used_seconds: number | null
  }[]
  /** Requested seconds, which are billed. */
  duration: number
  /** Delivered seconds. */
  delivered_seconds: number
  /** Number of frames, at 24 per second. */
  frames: number
  /** Resolution. */
  resolution: '768p' | '2k' | '4k'
  /** Shape of the picture; never `auto`. */
  aspect_ratio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9'
  /** Size at 768p, before any upscaling. */
  canvas: {
    /** Width in pixels. */
    width: number
    /** Height in pixels. */
    height: number
  }
  /** Width of the delivered video, in pixels. */
  width: number
  /** Height of the delivered video, in pixels. */
  height: number
  /** Whether the request allows the accelerated path. */
  acceleration: 'auto' | 'off'
  /** How the task is served and priced. */
  service_tier: 'draft' | 'standard' | 'pro' | 'dedicated'
  /** Whether context IR is requested, by the request or the account’s default. */
  use_context_ir: boolean
  /** Whether the video has sound. */
  audio: boolean
  /** The seed of the request; null if it is chosen at random. */
  seed: number | null
  /** Number of tasks. */
  n: 1 | 2 | 4
  /** URL that receives a webhook when the task has ended. */
  webhook_url: string | null
  /** Your own data, unchanged. */
  metadata: Record<string, unknown> | null
}

/** The exact price, which a create sets aside. */
export interface QuotedPrice {
  /** Currency code. */
  currency: 'CNY'
  /** Version of the price list. */
  price_version: number
  /** The price, line by line. */
  items: PriceItem[]
  /** Price of one task. In µ¥, millionths of a yuan. */
  amount_micro: number
  /** The same amount. For display only. */
  amount: string
  /** Number of tasks. */
  n: 1 | 2 | 4
  /** Price of all tasks. In µ¥, millionths of a yuan. */
  total_micro: number
  /** The same amount. For display only. */
  total: string
}

/** The resolved request and its price. Nothing was created. */
export interface VideoQuote {
  /** Always `video.quote`. */
  object: 'video.quote'
  /** Whether the request is valid. */
  valid: boolean
  /** The resolved request; null if a field has the wrong form. */
  request: ResolvedRequest | null
  /** The price; null if `request` is null. */
  price: QuotedPrice | null
  /** Whether the available balance covers the total now. */
  affordable: boolean
  /** Problems of the request, at most 50. A create is refused with the first one. */
  errors: ErrorObject[]
  /** Number of further problems. */
  more_errors: number
}

/** The video to create. A null field means the same as one left out. An unknown field is refused. */
export interface CreateVideo {
  /** What to show. In `reference_to_video` it may refer to material as `@图片1`, `@视频1` or `@音频1` (image, video, audio), each kind numbered by its order in `references`. A number without a file is refused, and so is text that only looks like a reference, such as `@图片０` or `<picture 1>`. A blank prompt is refused. */
  prompt: string
  /** What the video is made from. The last two need uploaded material. Default: `text_to_video`. */
  mode?: 'text_to_video' | 'image_to_video' | 'reference_to_video' | undefined
  /** Start frame of `image_to_video`. It is stretched to the canvas. */
  input_image?: string | undefined
  /** End frame of `image_to_video`, on which the video converges. It is cropped to the ratio around its centre. */
  end_image?: string | undefined
  /** Material of `reference_to_video`: at most 9 images, 3 videos and 3 audio files. All videos together last at most 15 seconds, and so do all audio files. */
  references?: string[] | undefined
  /** The same as `references` with this one item. @deprecated */
  reference?: string | undefined
  /** Seconds, with at most three decimals. The basis of billing. Default: `5`. */
  duration?: number | undefined
  /** `2k` and `4k` are reached by upscaling. Default: `768p`. */
  resolution?: '768p' | '2k' | '4k' | undefined
  /** Shape of the picture at 768p: 16:9 is 1344×768, 9:16 is 768×1344, 1:1 is 768×768, 4:3 is 1024×768, 3:4 is 768×1024, 21:9 is 1536×672. `auto` chooses the one closest to the first material. Default: `16:9`. */
  aspect_ratio?: 'auto' | '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | undefined
  /** Applies to the draft tier only. Superseded by `service_tier`. Default: `auto`. @deprecated */
  acceleration?: 'auto' | 'off' | undefined
  /** `draft` is accelerated where possible, with some loss of quality. `pro` and `dedicated` are served first. `dedicated` runs on compute reserved for the account. If it ran on common compute instead, it is billed as `pro` if that is less; `usage.billed_tier` shows it. Default: `standard`. */
  service_tier?: 'draft' | 'standard' | 'pro' | 'dedicated' | undefined
  /** Whether to use context IR, charged only if applied. Defaults to the account’s setting. */
  use_context_ir?: boolean | undefined
  /** Whether the video has sound. Default: `true`. */
  audio?: boolean | undefined
  /** Fixes the random seed. Of several tasks the i-th, counted from 0, uses seed + i. */
  seed?: number | undefined
  /** Number of independent tasks to create. Each is queued, billed and cancelled separately. Default: `1`. */
  n?: 1 | 2 | 4 | undefined
  /** The most that this call may cost in all, in µ¥. If it would cost more, it is refused and nothing is written. */
  max_amount_micro?: number | undefined
  /** URL that receives a webhook when the task has ended; https, on the public internet. It is stored in normal form: host in lower case, without the default port and without a fragment. */
  webhook_url?: string | undefined
  /** Your own data, at most 16 KB; returned unchanged, byte for byte, in every answer and event. */
  metadata?: Record<string, unknown> | undefined
}

/** The tasks of a create with `n` of 2 or 4. */
export interface CreatedVideos {
  /** Always `list`. */
  object: 'list'
  /** The created tasks, in order. */
  data: VideoTask[]
  /** Number of requested tasks. */
  requested: 2 | 4
  /** Number of created tasks. */
  created: number
  /** Shared by these tasks. */
  group_id: string
  /** Id of the first task. */
  first_id: string
  /** Id of the last task. */
  last_id: string
  /** Always false: `data` has all tasks. */
  has_more: false
  /** Why not all tasks were created; null if all were. */
  error: ErrorObject | null
}

/** A page of tasks. */
export interface VideoList {
  /** Always `list`. */
  object: 'list'
  /** The tasks of this page. */
  data: VideoTask[]
  /** Id of the first item; null if there is none. */
  first_id: string | null
  /** Id of the last item: `after` of the next page. */
  last_id: string | null
  /** Whether there is a next page. */
  has_more: boolean
}

/** The object is deleted. */
export interface DeletedVideo {
  /** Id of the deleted object. */
  id: string
  /** Always `video.deleted`. */
  object: 'video.deleted'
  /** Always true. */
  deleted: true
}

/** What an upscale would cost. */
export interface UpscaleQuote {
  /** Always `upscale.quote`. */
  object: 'upscale.quote'
  /** The video to upscale. */
  source_task_id: string
  /** Resolution after the upscale. */
  resolution: '2k'
  /** Billed seconds, the exact length of the video: `frames` / 24, not rounded. */
  billed_seconds: number
  /** Frames of the video to upscale. The price is ⌈frames × unit_price_micro / 24⌉. */
  frames: number
  /** Price per second. In µ¥, millionths of a yuan. */
  unit_price_micro: number
  /** The price, ⌈frames × unit_price_micro / 24⌉. Send it back unchanged. In µ¥, millionths of a yuan. */
  amount_micro: number
  /** The same amount. For display only. */
  amount: string
  /** Currency code. */
  currency: 'CNY'
  /** Version of the price list. */
  price_version: number
}

/** The accepted price. */
export interface CreateUpscale {
  /** `amount_micro` of the quote, unchanged, in µ¥. */
  amount_micro: number
}

/** The upscale that this video already has. */
export interface ExistingUpscale {
  /** Id of the task and its video. */
  id: string
  /** Always `video.task`. */
  object: 'video.task'
  /** Current state. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are unfinished; `succeeded`, `failed`, `cancelled` and `rejected` are final. */
  status:
    | 'queued'
    | 'encoding'
    | 'rendering'
    | 'upscaling'
    | 'packaging'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | 'rejected'
  /** From 0 to 1. It never decreases and is 1 only when succeeded. */
  progress: number
  /** What the video is made from. */
  mode: 'text_to_video' | 'image_to_video' | 'reference_to_video'
  /** The prompt as sent. */
  prompt: string
  /** Start frame. */
  input_image: string | null
  /** End frame. */
  end_image: string | null
  /** Reference material, in the order in which the prompt counts it. */
  references: string[]
  /** Resolution of the delivered video. */
  resolution: '768p' | '2k' | '4k'
  /** Requested seconds. */
  duration: number
  /** Shape of the picture; never `auto`. */
  aspect_ratio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9'
  /** The seed used. */
  seed: number
  /** Whether sound was requested. */
  audio: boolean
  /** How the task is served and priced. */
  service_tier: 'draft' | 'standard' | 'pro' | 'dedicated'
  /** Whether the request allows the accelerated path. */
  acceleration: 'auto' | 'off'
  /** Whether the accelerated path was used, which changes timing and picture; null until known. */
  accelerated: boolean | null
  /** Whether context IR was requested. */
  use_context_ir: boolean
  /** Whether context IR was applied and charged; null until known. */
  context_ir_applied: boolean | null
  /** URL that receives a webhook when the task has ended. */
  webhook_url: string | null
  /** Shared by the tasks of one create with n > 1. */
  group_id: string | null
  /** Index within the group, from 0. */
  n_index: number | null
  /** For an upscale: the video that it upscales. */
  source_task_id: string | null
  /** When it was accepted. */
  created_at: string
  /** When work on it began. */
  started_at: string | null
  /** When it ended, with any status. */
  completed_at: string | null
  /** Set while the task waits for compute. */
  waiting: WaitingNotice | null
  /** Set while none of its work runs, in answers that include it. */
  queue: QueuePlace | null
  /** Set until it has ended. */
  cost: VideoCost | null
  /** Set when it has succeeded. */
  output: VideoOutput | null
  /** Set when it has ended. */
  usage: VideoUsage | null
  /** Why it failed or was rejected, for programs. */
  fail_reason:
    | 'content_policy_input'
    | 'content_policy_output'
    | 'invalid_asset'
    | 'queue_timeout'
    | 'processing_timeout'
    | 'processing_interrupted'
    | 'output_corrupt'
    | 'storage_error'
    | 'generation_error'
    | 'internal_error'
    | null
  /** Why it failed or was rejected, for people. */
  fail_detail: string | null
  /** Your own data, unchanged, byte for byte. */
  metadata: Record<string, unknown> | null
  /** This upscale already existed. Nothing was created or charged. */
  already_exists: true
}

/** An uploaded file. */
export interface VideoFile {
  /** Id of the file, for creates. */
  id: string
  /** Always `file`. */
  object: 'file'
  /** Its size. */
  bytes: number
  /** When it was uploaded. */
  created_at: string
  /** When it is deleted, 24 hours after the upload. */
  expires_at: string
  /** File name sent with the upload, without a path. */
  filename: string
  /** Purpose of the file. It is recorded only: a create accepts any image as a start frame, an end frame or a reference. Only an image can have the purpose of a start or end frame. */
  purpose: 'input_image' | 'end_image' | 'reference'
  /** Whether a create can still use it. */
  status: 'processed' | 'expired'
  /** Type, detected from its bytes: `image/png`, `video/mp4`, `audio/mpeg` … */
  content_type: string
  /** Kind, detected from its bytes. */
  kind: 'image' | 'video' | 'audio'
  /** Width in pixels, upright; null for audio. */
  width: number | null
  /** Height in pixels, upright; null for audio. */
  height: number | null
  /** Its length; null for images. */
  duration: number | null
  /** Whether it has sound. */
  has_audio: boolean
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string
  /** How a create would use it. */
  material: {
    /** Seconds of it that a video uses, by the duration of the video; null for images. */
    used_seconds: {
      /** For a video of 5 seconds. */
      '5': number
      /** For a video of 10 seconds. */
      '10': number
      /** For a video of 15 seconds. */
      '15': number
    } | null
    /** The ratio that `aspect_ratio: auto` chooses with it; null for audio. */
    auto_aspect_ratio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | null
  }
}

/** A page of files. */
export interface FileList {
  /** Always `list`. */
  object: 'list'
  /** The files of this page. */
  data: VideoFile[]
  /** Id of the first item; null if there is none. */
  first_id: string | null
  /** Id of the last item: `after` of the next page. */
  last_id: string | null
  /** Whether there is a next page. */
  has_more: boolean
}

/** The object is deleted. */
export interface DeletedFile {
  /** Id of the deleted object. */
  id: string
  /** Always `file.deleted`. */
  object: 'file.deleted'
  /** Always true. */
  deleted: true
}

/** A prompt. */
export interface OptimizePrompt {
  /** The prompt to optimise. References such as `@图片1` are kept. */
  prompt: string
  /** The most that this call may cost in all, in µ¥. If it would cost more, it is refused and nothing is written. */
  max_amount_micro?: number | undefined
}

/** An optimised prompt. */
export interface PromptOptimization {
  /** Always `prompt.optimization`. */
  object: 'prompt.optimization'
  /** The optimised prompt, to use unchanged in a create. */
  prompt: string
  /** Whether the prompt changed. If false, `prompt` is as you sent it and nothing was charged. */
  changed: boolean
  /** Amount charged; 0 if the prompt did not change. In µ¥, millionths of a yuan. */
  amount_micro: number
  /** The same amount. For display only. */
  amount: string
  /** Currency code. */
  currency: 'CNY'
  /** The ledger entry of the charge; null if nothing was charged. */
  ledger_entry_id: string | null
}

/** Limits of files of one kind; a limit that is null is that of an upload. */
export interface FileLimits {
  /** Number of files; 0 if none is accepted. */
  max: number | null
  /** Shortest file. */
  min_seconds: number | null
  /** Longest file. */
  max_seconds: number | null
  /** All files together. */
  total_seconds: number | null
  /** Size of a file. */
  max_bytes: number | null
  /** Size of all files together. */
  total_bytes: number | null
  /** Pixels of the shorter side. */
  min_side: number | null
  /** Pixels of the longer side. */
  max_side: number | null
  /** Smallest width divided by height. */
  min_ratio: number | null
  /** Greatest width divided by height. */
  max_ratio: number | null
}

/** What creates may ask for now. */
export interface Capabilities {
  /** Always `capabilities`. */
  object: 'capabilities'
  /** The supported modes. */
  modes: {
    /** The mode. */
    mode: 'text_to_video' | 'image_to_video' | 'reference_to_video'
    /** Seconds that may be requested. */
    duration: {
      /** The shortest. */
      min: number
      /** The longest. */
      max: number
    }
    /** Whether videos can have sound. */
    audio: boolean
    /** Whether drafts can be accelerated. */
    acceleration: boolean
    /** Supported sets of images: `start` (`input_image`), `end` (`end_image`) or `both`; null in other modes. */
    images: ('start' | 'end' | 'both')[] | null
    /** Limits of start and end image; null in other modes. */
    image: FileLimits | null
    /** Limits of references; null in other modes. */
    references: {
      /** Number of files of all kinds. */
      max: number
      /** Whether audio files alone are accepted. */
      audio_only: boolean
      image: FileLimits
      video: FileLimits
      audio: FileLimits
    } | null
  }[]
  /** Whether context IR can be applied. */
  context_ir: boolean
}

/** A line of the ledger. Entries are never changed. */
export interface LedgerEntry {
  /** Id of the entry. */
  id: string
  /** Always `ledger_entry`. */
  object: 'ledger_entry'
  /** Kind of the entry. */
  kind: 'topup' | 'freeze' | 'settle' | 'release' | 'refund' | 'adjustment' | 'prompt_optimize'
  /** Change of the balance by this entry. In µ¥, millionths of a yuan. */
  amount_micro: number
  /** Change of the frozen amount. In µ¥, millionths of a yuan. */
  frozen_delta_micro: number
  /** Balance after this entry. In µ¥, millionths of a yuan. */
  balance_after_micro: number
  /** Currency code. */
  currency: 'CNY'
  /** The task of the entry; null if there is none. */
  task_id: string | null
  /** Description for people. */
  description: string
  /** When it was written. */
  created_at: string
}

/** A page of ledger entries. */
export interface LedgerEntryList {
  /** Always `list`. */
  object: 'list'
  /** The ledger entries of this page. */
  data: LedgerEntry[]
  /** Id of the first item; null if there is none. */
  first_id: string | null
  /** Id of the last item: `after` of the next page. */
  last_id: string | null
  /** Whether there is a next page. */
  has_more: boolean
}

/** The balance, with a page of the ledger read at the same moment. */
export interface Credits {
  /** Always `credits`. */
  object: 'credits'
  /** The sum of the ledger. In µ¥, millionths of a yuan. */
  balance_micro: number
  /** The part set aside for unfinished tasks and calls. In µ¥, millionths of a yuan. */
  frozen_micro: number
  /** The rest: what can be spent. In µ¥, millionths of a yuan. */
  available_micro: number
  /** The balance. For display only. */
  balance: string
  /** Currency code. */
  currency: 'CNY'
  /** The balance last verified against the whole ledger, for reconciliation only; null before the first. */
  snapshot: {
    /** The balance at that time. In µ¥, millionths of a yuan. */
    balance_micro: number
    /** When it was verified. */
    at: string
  } | null
  ledger: LedgerEntryList
}

/** The price list in force. A task keeps the version in force at its creation. */
export interface Pricing {
  /** Always `pricing`. */
  object: 'pricing'
  /** Currency code. */
  currency: 'CNY'
  /** Increases with every change. */
  price_version: number
  /** When it came into force. */
  effective_at: string
  /** Generation, per second. */
  video: {
    /** At 768p. */
    '768p': {
      /** Price. In µ¥, millionths of a yuan. */
      per_second_micro: number
    }
  }
  /** Factors on `video`, by `service_tier`. */
  tiers: {
    /** Factor of draft. */
    draft: number
    /** Factor of standard. */
    standard: number
    /** Factor of pro. */
    pro: number
    /** Factor of dedicated. */
    dedicated: number
  }
  /** Encoding of prompt and material, per task. */
  encoder: {
    /** Price. In µ¥, millionths of a yuan. */
    per_task_micro: number
  }
  /** Reference material. */
  material: {
    /** Per second of reference video. */
    video: {
      /** Price. In µ¥, millionths of a yuan. */
      per_second_micro: number
    }
    /** Per second of reference audio. */
    audio: {
      /** Price. In µ¥, millionths of a yuan. */
      per_second_micro: number
    }
    /** Per image beyond the fifth. */
    image_beyond_five: {
      /** Price. In µ¥, millionths of a yuan. */
      per_image_micro: number
    }
  }
  /** Upscaling, per second. */
  upscale: {
    /** To 2K. */
    '2k': {
      /** Price. In µ¥, millionths of a yuan. */
      per_second_micro: number
    }
    /** To 4K. */
    '4k': {
      /** Price. In µ¥, millionths of a yuan. */
      per_second_micro: number
    }
  }
  /** Context IR, per task that it was applied to. In µ¥, millionths of a yuan. */
  context_ir_micro: number
  /** Per call of `POST /v1/prompt/optimize`. In µ¥, millionths of a yuan. */
  prompt_opt_micro: number
}

/** The secret that signs the account’s webhooks. */
export interface WebhookSecret {
  /** Always `webhook.secret`. */
  object: 'webhook.secret'
  /** The secret. */
  secret: string
  /** When it was created. */
  created_at: string
  /** The previous secret, which also signs until it expires; null if there is none. */
  previous: {
    /** When it expires. */
    expires_at: string
  } | null
}

/** What remains of a task that was deleted before its event was delivered. */
export interface DeletedVideoTask {
  /** Id of the task and its video. */
  id: string
  /** Always `video.task`. */
  object: 'video.task'
  /** Current state. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are unfinished; `succeeded`, `failed`, `cancelled` and `rejected` are final. */
  status:
    | 'queued'
    | 'encoding'
    | 'rendering'
    | 'upscaling'
    | 'packaging'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | 'rejected'
  /** Set when it has ended. */
  usage: VideoUsage | null
  /** Always true. */
  deleted: true
  /** Always null: its video is deleted. */
  output: null
}

/** A task has ended. */
export interface WebhookEvent {
  /** Id of the event, the same on every try and the same as `webhook-id`. */
  id: string
  /** How the task ended. */
  type: 'video.succeeded' | 'video.failed' | 'video.cancelled' | 'video.rejected'
  /** When it ended. */
  timestamp: string
  /** The task, with a new download URL. */
  data: VideoTask | DeletedVideoTask
}

/** The available credit of the account fell below the threshold of `balance_low`. */
export interface AccountEvent {
  /** Id of the event, the same on every try and the same as `webhook-id`. */
  id: string
  /** Always `account.balance_low`. */
  type: 'account.balance_low'
  /** When it fell below. */
  timestamp: string
  /** The balance at that time. */
  data: {
    /** Id of the account. */
    id: string
    /** Always `account`. */
    object: 'account'
    /** Available credit. In µ¥, millionths of a yuan. */
    available_micro: number
    /** Balance. In µ¥, millionths of a yuan. */
    balance_micro: number
    /** Part of the balance that is set aside for unfinished tasks. In µ¥, millionths of a yuan. */
    frozen_micro: number
    /** The threshold. In µ¥, millionths of a yuan. */
    threshold_micro: number
    /** Currency code. */
    currency: 'CNY'
  }
}

/** A test of an address that receives webhooks. */
export interface TestEvent {
  /** Id of the event, the same on every try and the same as `webhook-id`. */
  id: string
  /** Always `webhook.test`. */
  type: 'webhook.test'
  /** When it was ordered. */
  timestamp: string
  /** The account that ordered it. */
  data: {
    /** Id of the account. */
    id: string
    /** Always `account`. */
    object: 'account'
  }
}

/** An event that is sent to a `webhook_url`. */
export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string
  /** Always `webhook.delivery`. */
  object: 'webhook.delivery'
  /** The `webhook-id` of every try. */
  event_id: string
  /** The task that ended; null for an event of the account. */
  task_id: string | null
  /** Type of the event. */
  type:
    | 'video.succeeded'
    | 'video.failed'
    | 'video.cancelled'
    | 'video.rejected'
    | 'account.balance_low'
    | 'webhook.test'
  /** URL that it is sent to. */
  url: string
  /** Status of the delivery. */
  status: 'pending' | 'delivered' | 'failed'
  /** Tries so far. */
  tries: number
  /** HTTP status of the last answer; null if there was none. */
  last_status: number | null
  /** Why the last try failed, for people. */
  last_error: string | null
  /** When it is tried next. */
  next_try_at: string | null
  /** When the event happened. */
  created_at: string
  /** When the receiver accepted it. */
  delivered_at: string | null
}

/** A try of a delivery. */
export interface WebhookTry {
  /** Number of the try, from 1. It starts again when the event is delivered again. */
  number: number
  /** When it began. */
  at: string
  /** Milliseconds that it took. */
  duration_ms: number
  /** HTTP status of the answer; null if there was none. */
  status: number | null
  /** Why it failed, for people; null if it did not. */
  error: string | null
  /** The first 1024 bytes of the answer’s body, as text; null without an answer. */
  answer: string | null
}

/** A delivery with its payload and its tries. */
export interface WebhookDeliveryDetail {
  /** Id of the delivery. */
  id: string
  /** Always `webhook.delivery`. */
  object: 'webhook.delivery'
  /** The `webhook-id` of every try. */
  event_id: string
  /** The task that ended; null for an event of the account. */
  task_id: string | null
  /** Type of the event. */
  type:
    | 'video.succeeded'
    | 'video.failed'
    | 'video.cancelled'
    | 'video.rejected'
    | 'account.balance_low'
    | 'webhook.test'
  /** URL that it is sent to. */
  url: string
  /** Status of the delivery. */
  status: 'pending' | 'delivered' | 'failed'
  /** Tries so far. */
  tries: number
  /** HTTP status of the last answer; null if there was none. */
  last_status: number | null
  /** Why the last try failed, for people. */
  last_error: string | null
  /** When it is tried next. */
  next_try_at: string | null
  /** When the event happened. */
  created_at: string
  /** When the receiver accepted it. */
  delivered_at: string | null
  /** The body as a try would send it now. Each try signs it, and its links, again. */
  payload: Record<string, unknown>
  /** The newest tries, at most 40, newest first. Those before it was delivered again are included. */
  history: WebhookTry[]
}

/** A test event. */
export interface SendTestWebhook {
  /** URL that receives it; https only. */
  url: string
}

/** A page of deliveries. */
export interface WebhookDeliveryList {
  /** Always `list`. */
  object: 'list'
  /** The deliveries of this page. */
  data: WebhookDelivery[]
  /** Id of the first item; null if there is none. */
  first_id: string | null
  /** Id of the last item: `after` of the next page. */
  last_id: string | null
  /** Whether there is a next page. */
  has_more: boolean
}

/** An API key, masked. */
export interface ApiKey {
  /** Id of the key. It is not secret. */
  id: string
  /** Always `api_key`. */
  object: 'api_key'
  /** Name of the key. */
  name: string
  /** The masked key: its beginning and end. */
  redacted_value: string
  /** When it was created. */
  created_at: string
  /** When it was last used, accurate to a minute. */
  last_used_at: string | null
  /** When it expires. */
  expires_at: string | null
  /** What it may do. */
  scopes: ('videos:read' | 'videos:write' | 'files:write' | 'credits:read' | 'keys:admin')[]
  /** Whether it can be used. */
  status: 'active' | 'revoked' | 'expired'
  /** How much it may spend; null for no limit. */
  spend_limit: {
    /** How much the key may spend in each period. In µ¥, millionths of a yuan. */
    limit_micro: number
    /** Each UTC day, each UTC month, or in all. */
    period: 'day' | 'month' | 'total'
    /** Settled and frozen amounts of everything that it created in the current period. In µ¥, millionths of a yuan. */
    spent_micro: number
  } | null
}

/** A new API key. */
export interface CreatedApiKey {
  /** Id of the key. It is not secret. */
  id: string
  /** Always `api_key`. */
  object: 'api_key'
  /** Name of the key. */
  name: string
  /** The masked key: its beginning and end. */
  redacted_value: string
  /** When it was created. */
  created_at: string
  /** When it was last used, accurate to a minute. */
  last_used_at: string | null
  /** When it expires. */
  expires_at: string | null
  /** What it may do. */
  scopes: ('videos:read' | 'videos:write' | 'files:write' | 'credits:read' | 'keys:admin')[]
  /** Whether it can be used. */
  status: 'active' | 'revoked' | 'expired'
  /** How much it may spend; null for no limit. */
  spend_limit: {
    /** How much the key may spend in each period. In µ¥, millionths of a yuan. */
    limit_micro: number
    /** Each UTC day, each UTC month, or in all. */
    period: 'day' | 'month' | 'total'
    /** Settled and frozen amounts of everything that it created in the current period. In µ¥, millionths of a yuan. */
    spent_micro: number
  } | null
  /** The key itself. It is returned only once, so store it now; null in a repeated answer. */
  key: string | null
}

/** The key to create. */
export interface CreateApiKey {
  /** Name of the key. */
  name: string
  /** What it may do: at most the scopes of the calling key. By default all of these except `keys:admin`. */
  scopes?: ('videos:read' | 'videos:write' | 'files:write' | 'credits:read' | 'keys:admin')[] | undefined
  /** When it expires, in the future. By default never. */
  expires_at?: string | undefined
  /** How much it may spend. By default as much as the account has. */
  spend_limit?:
    | {
        /** How much the key may spend in each period. In µ¥, millionths of a yuan. */
        limit_micro: number
        /** Each UTC day, each UTC month, or in all. */
        period: 'day' | 'month' | 'total'
      }
    | undefined
}

/** What to change. Fields left out keep their values. */
export interface UpdateApiKey {
  /** How much it may spend; null for no limit. The current period counts from its start. */
  spend_limit?:
    | {
        /** How much the key may spend in each period. In µ¥, millionths of a yuan. */
        limit_micro: number
        /** Each UTC day, each UTC month, or in all. */
        period: 'day' | 'month' | 'total'
      }
    | null
    | undefined
}

/** A page of keys. */
export interface ApiKeyList {
  /** Always `list`. */
  object: 'list'
  /** The keys of this page. */
  data: ApiKey[]
  /** Id of the first item; null if there is none. */
  first_id: string | null
  /** Id of the last item: `after` of the next page. */
  last_id: string | null
  /** Whether there is a next page. */
  has_more: boolean
}

/** The object is deleted. */
export interface DeletedApiKey {
  /** Id of the deleted object. */
  id: string
  /** Always `api_key.deleted`. */
  object: 'api_key.deleted'
  /** Always true. */
  deleted: true
}

/** Exactly one of the two is required. */
export interface CreateReadToken {
  /** The task that the token can read. */
  task_id?: string | undefined
  /** The group whose tasks the token can read. */
  group_id?: string | undefined
}

/** A token for a browser. It can only read and watch. */
export interface ReadToken {
  /** Always `read_token`. */
  object: 'read_token'
  /** The token. */
  token: string
  /** The task that the token can read. */
  task_id: string | null
  /** The group whose tasks the token can read. */
  group_id: string | null
  /** When it expires, 15 minutes after its creation. */
  expires_at: string
}

/** The account of the calling key. */
export interface Account {
  /** Id of the account. */
  id: string
  /** Always `account`. */
  object: 'account'
  /** Name given by the operator. */
  name: string
  /** When it was opened. */
  created_at: string
  /** Version of the interface for requests without an API-Version header. */
  api_version: '2026-11-01' | '2026-06-01'
  /** What the calling key may do. */
  key_scopes: ('videos:read' | 'videos:write' | 'files:write' | 'credits:read' | 'keys:admin')[]
  /** When a low balance is reported; null if it never is. */
  balance_low: {
    /** Less available credit than this is reported, in µ¥. */
    threshold_micro: number
    /** URL that receives `account.balance_low`. */
    webhook_url: string
  } | null
  /** Saved defaults. */
  defaults: {
    /** Default of creates without the field. */
    use_context_ir: boolean
  }
  /** Its limits, set by the operator. */
  limits: {
    /** Maximum number of unfinished tasks. */
    concurrency: number
    /** Unfinished tasks now. */
    active_tasks: number
    /** Creates per minute for each key. */
    creates_per_minute: number
    /** Other calls per minute for each key. */
    calls_per_minute: number
    /** Creates per minute for all keys together. */
    account_creates_per_minute: number
    /** Other calls per minute for all keys together. */
    account_calls_per_minute: number
    /** Maximum number of keys that are neither revoked nor expired. */
    keys: number
    /** Active keys now. */
    active_keys: number
    /** Maximum size of all kept uploads, in bytes. */
    upload_bytes: number
    /** Size of all uploads kept now, in bytes: every file that is neither deleted nor removed after it expired. */
    uploaded_bytes: number
  }
  /** How a console should show the parameters of a create. Never applied to API calls. */
  console: {
    /** Parameters by name. */
    parameters: Record<
      string,
      {
        /** Whether it is shown. */
        visible: boolean
        /** Value that a console fills in. */
        default: unknown
      }
    >
  }
}

/** Settings to change. Fields left out keep their values. */
export interface UpdateAccount {
  /** Saved defaults. */
  defaults?:
    | {
        /** Default of creates without the field. */
        use_context_ir?: boolean | null | undefined
      }
    | undefined
  /** Version of the interface for requests without an API-Version header. */
  api_version?: '2026-11-01' | '2026-06-01' | undefined
  /** Reports by webhook when the available credit falls below a threshold: once, and again only after it was at the threshold or above. null turns it off. */
  balance_low?:
    | {
        /** Less available credit than this is reported, in µ¥. */
        threshold_micro: number
        /** URL that receives `account.balance_low`. */
        webhook_url: string
      }
    | null
    | undefined
}
