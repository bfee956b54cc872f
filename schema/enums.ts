import { SCOPES } from '../src/key/caller.ts'
import { builder } from './builder.ts'

/** An enum whose values map one to one to the words of REST (docs/rules/doors.md#graphql); resolvers see the words. */
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
  cancelled: 'Cancelled; only the completed part is billed.',
  rejected: 'Rejected for its content; only the completed part is billed.',
})

export const Mode = words('Mode', 'What a video is made from.', {
  text_to_video: 'From the prompt alone.',
  image_to_video: 'From a start frame, an end frame or both.',
  reference_to_video: 'From reference material that the prompt may name.',
})

export const Resolution = words('Resolution', 'Resolution of the delivered video.', {
  '768p': 'The canvas itself.',
  '2k': 'The canvas times two, through upscaling.',
  '4k': 'The canvas times three, through upscaling.',
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

export const AspectRatioChoice = words('AspectRatioChoice', 'Shape of the picture, as asked for.', {
  auto: 'The shape closest to the first material item, found when the task is created.',
  ...ratios,
})

export const ServiceTier = words('ServiceTier', 'How a task is served and priced.', {
  draft: 'Accelerated at the price of standard, with some loss in picture quality.',
  standard: 'The normal tier.',
  pro: 'Preferred over standard, with a second try for slow tasks.',
  dedicated: 'Served by compute set aside for the account; on common compute where there is none, billed as PRO then.',
})

export const Acceleration = words(
  'Acceleration',
  'Whether the accelerated path is wished for; counts in the draft tier only.',
  {
    auto: 'Accelerated where compute for it is free.',
    off: 'Never accelerated.',
  },
)

export const WaitingReason = words('WaitingReason', 'What an unfinished task waits for.', {
  capacity: 'Compute for its next step: all of it is busy, or none is there.',
  lora: 'Compute that can accelerate; other compute is free.',
  encoder: 'The encoder: none is there, or all are encoding.',
})

export const FailReason = words('FailReason', 'Why a task failed or was rejected.', {
  content_policy_input: 'The request breaks the content policy.',
  content_policy_output: 'The video breaks the content policy.',
  invalid_asset: 'A material file cannot be used.',
  queue_timeout: 'No compute was free in time.',
  processing_timeout: 'Processing took too long.',
  processing_interrupted: 'Processing was interrupted too often.',
  output_corrupt: 'The finished file did not pass its check.',
  storage_error: 'The file could not be stored.',
  generation_error: 'The model failed.',
  internal_error: 'A fault on our side.',
})

export const PriceItemKind = words('PriceItemKind', 'What a line of a price is for.', {
  encoder: 'Encoding of the prompt.',
  material_video: 'Seconds of reference video.',
  material_audio: 'Seconds of reference audio.',
  material_image: 'Reference images beyond five.',
  context_ir: 'Context IR, if it was applied.',
  generation: 'Seconds of generated video.',
  upscale: 'Seconds of upscaled video.',
})

export const EntryKind = words('LedgerEntryKind', 'What a ledger entry records.', {
  topup: 'Money added.',
  freeze: 'Money set aside for a task or call.',
  settle: 'A freeze ended by a charge.',
  release: 'A freeze ended without a charge.',
  refund: 'Money given back.',
  adjustment: 'A correction by the operator.',
  prompt_optimize: 'The charge of one prompt optimisation.',
})

export const MediaKind = words('MediaKind', 'What a file is, read from its bytes.', {
  image: 'A picture: PNG, JPEG or WebP.',
  video: 'A video: MP4 or MOV.',
  audio: 'Sound: MP3, WAV, M4A or FLAC.',
})

export const FilePurpose = words(
  'FilePurpose',
  'What a file is meant for, which is recorded: a create takes any image in any place of an image.',
  {
    input_image: 'A start frame.',
    end_image: 'An end frame.',
    reference: 'Reference material.',
  },
)

export const FileStatus = words('FileStatus', 'Whether a create can still name a file.', {
  processed: 'It can.',
  expired: 'It is older than 24 hours.',
})

export const WebhookDeliveryStatus = words('WebhookDeliveryStatus', 'How far a webhook delivery is.', {
  pending: 'It is tried, or will be tried again.',
  delivered: 'The receiver took it.',
  failed: 'It is not tried any more.',
})

export const SortOrder = words('SortOrder', 'Direction of a list.', {
  asc: 'Oldest first.',
  desc: 'Newest first.',
})

const MEANINGS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  'videos:read': 'Reading tasks, their files, quotes and pushes.',
  'videos:write':
    'Creating, cancelling, deleting and upscaling tasks; optimising prompts; the account’s saved defaults.',
  'files:write': 'All of uploaded material.',
  'credits:read': 'Reading the balance and the ledger.',
  'keys:admin': 'API keys, the webhook secret and the account’s version.',
}

/** `videos:read` → VIDEOS_READ; resolvers see the words of REST. */
export const ApiKeyScope = builder.enumType('ApiKeyScope', {
  description: 'What a key may do. Prices and the account may be read with any key.',
  values: Object.fromEntries(
    SCOPES.map((value) => [value.toUpperCase().replace(':', '_'), { value, description: MEANINGS[value] }]),
  ),
})
