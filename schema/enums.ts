import { SCOPES } from '../src/key/caller.ts'
import { builder } from './builder.ts'

/** An enum whose values map one to one to those of REST (docs/rules/doors.md#graphql); resolvers use the REST values. */
function words<const Word extends string>(name: string, description: string, meanings: Readonly<Record<Word, string>>) {
  const values = Object.fromEntries(
    Object.entries<string>(meanings).map(([word, meaning]) => [
      nameOf(word),
      { value: word as Word, description: meaning },
    ]),
  )
  return builder.enumType(name, { description, values })
}

/** `16:9` → ASPECT_16_9, `768p` → R768P, `text_to_video` → TEXT_TO_VIDEO. */
function nameOf(word: string): string {
  if (/^\d+:\d+$/.test(word)) return `ASPECT_${word.replace(':', '_')}`
  return (/^\d/.test(word) ? `R${word}` : word).toUpperCase()
}

export const TaskStatus = words('TaskStatus', 'State of a task.', {
  queued: 'Accepted, waiting for dispatch.',
  encoding: 'Prompt and material are being encoded.',
  rendering: 'The video is being generated.',
  upscaling: 'The video is being upscaled.',
  packaging: 'The video is being transcoded and packaged.',
  succeeded: 'Done and billed; see `output` and `usage`.',
  failed: 'Failed and not billed; see `failReason`.',
  cancelled: 'Cancelled; only completed work is billed.',
  rejected: 'Rejected for its content; only completed work is billed.',
})

export const Mode = words('Mode', 'What a video is made from.', {
  text_to_video: 'From the prompt alone.',
  image_to_video: 'From a start frame, an end frame or both.',
  reference_to_video: 'From reference material that the prompt can refer to.',
})

export const Resolution = words('Resolution', 'Resolution of the delivered video.', {
  '768p': 'The canvas itself.',
  '2k': 'Twice the canvas, by upscaling.',
  '4k': 'Three times the canvas, by upscaling.',
})

const ratios = {
  '16:9': 'Landscape, 1344 × 768.',
  '9:16': 'Portrait, 768 × 1344.',
  '1:1': 'Square, 768 × 768.',
  '4:3': 'Landscape, 1024 × 768.',
  '3:4': 'Portrait, 768 × 1024.',
  '21:9': 'Wide, 1536 × 672.',
} as const

export const AspectRatio = words('AspectRatio', 'Shape of the picture.', ratios)

export const AspectRatioChoice = words('AspectRatioChoice', 'Requested shape of the picture.', {
  auto: 'The shape closest to the first material item with pixels, chosen when the task is created.',
  ...ratios,
})

export const ServiceTier = words('ServiceTier', 'How a task is served and priced.', {
  draft: 'Accelerated, at the price of STANDARD, with some loss of picture quality.',
  standard: 'The normal tier.',
  pro: 'Has priority over STANDARD, and slow tasks get a second try.',
  dedicated:
    'Runs on compute reserved for the account. Where there is none it runs on common compute and is billed as PRO.',
})

export const Acceleration = words(
  'Acceleration',
  'Whether to use the accelerated path. It applies to the draft tier only.',
  {
    auto: 'Accelerated if compute for it is free.',
    off: 'Never accelerated.',
  },
)

export const WaitingReason = words('WaitingReason', 'What an unfinished task waits for.', {
  capacity: 'Compute for its next step: all that can make it is busy, or none is running.',
  lora: 'Compute that can accelerate; other compute is free.',
  encoder: 'The encoder: all are busy, or none is running.',
})

export const FailReason = words('FailReason', 'Why a task failed or was rejected.', {
  content_policy_input: 'The request breaks the content policy.',
  content_policy_output: 'The video breaks the content policy.',
  invalid_asset: 'A material file cannot be used.',
  queue_timeout: 'No compute was free in time.',
  processing_timeout: 'Processing took too long.',
  processing_interrupted: 'Processing was interrupted too often.',
  output_corrupt: 'The finished file failed its check.',
  storage_error: 'The file could not be stored.',
  generation_error: 'The model failed.',
  internal_error: 'A fault on our side.',
})

export const PriceItemKind = words('PriceItemKind', 'Kind of a line of a price.', {
  encoder: 'Encoding of the prompt.',
  material_video: 'Seconds of reference video.',
  material_audio: 'Seconds of reference audio.',
  material_image: 'Reference images beyond five.',
  context_ir: 'Context IR, if it was applied.',
  generation: 'Seconds of generated video.',
  upscale: 'Seconds of upscaled video.',
})

export const EntryKind = words('LedgerEntryKind', 'Kind of a ledger entry.', {
  topup: 'Money added.',
  freeze: 'Money set aside for a task or call.',
  settle: 'A freeze ended by a charge.',
  release: 'A freeze ended without a charge.',
  refund: 'A refund.',
  adjustment: 'A correction by the operator.',
  prompt_optimize: 'The charge of one prompt optimisation.',
})

export const MediaKind = words('MediaKind', 'Kind of a file, detected from its bytes.', {
  image: 'A picture: PNG, JPEG or WebP.',
  video: 'A video: MP4 or MOV.',
  audio: 'Sound: MP3, WAV, M4A or FLAC.',
})

export const FilePurpose = words(
  'FilePurpose',
  'Purpose of a file. It is recorded only: any image can be a start frame, an end frame or a reference.',
  {
    input_image: 'A start frame.',
    end_image: 'An end frame.',
    reference: 'Reference material.',
  },
)

export const FileStatus = words('FileStatus', 'Whether a create can still use a file.', {
  processed: 'It can be used.',
  expired: 'It is older than 24 hours.',
})

export const WebhookDeliveryStatus = words('WebhookDeliveryStatus', 'Status of a webhook delivery.', {
  pending: 'It is being tried, or will be tried again.',
  delivered: 'The receiver accepted it.',
  failed: 'It was given up.',
})

export const SortOrder = words('SortOrder', 'Direction of a list.', {
  asc: 'Oldest first.',
  desc: 'Newest first.',
})

const MEANINGS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  'videos:read': 'Read and watch tasks, download videos, get quotes.',
  'videos:write': 'Create, cancel, delete and upscale tasks, optimise prompts, change the account’s saved defaults.',
  'files:write': 'Upload, read and delete files.',
  'credits:read': 'Read the balance and the ledger.',
  'keys:admin': 'Manage API keys, the webhook secret and the account’s version.',
}

/** `videos:read` → VIDEOS_READ; resolvers use the REST values. */
export const ApiKeyScope = builder.enumType('ApiKeyScope', {
  description: 'What a key may do. Any key may read prices and the account.',
  values: Object.fromEntries(
    SCOPES.map((value) => [value.toUpperCase().replace(':', '_'), { value, description: MEANINGS[value] }]),
  ),
})

export const SpendPeriod = builder.enumType('SpendPeriod', {
  description: 'Period of a spend limit.',
  values: {
    DAY: { value: 'day', description: 'Each UTC day.' },
    MONTH: { value: 'month', description: 'Each UTC month.' },
    TOTAL: { value: 'total', description: 'In all.' },
  } as const,
})
