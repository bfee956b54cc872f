import * as limits from '../../../limits.ts'
import { CreateBody, EarlierBody } from '../../../task/request.ts'
import * as figures from './figures.ts'
import { described, requestSchema } from './schema.ts'
import { canvasText } from './video-schemas.ts'

const file = (description: string) => ({ description, pattern: '^file_[0-9a-z]{26}$' })

const FIELDS = {
  prompt: {
    description:
      'What to show. In `reference_to_video` it may refer to material as `@图片1`, `@视频1` or `@音频1` (image, video, ' +
      'audio), each numbered by its place in `references`. A number that was not supplied is refused, and so is ' +
      'what only looks like a reference, such as `@图片０` or `<picture 1>`. A prompt of blanks is refused.',
  },
  mode: 'What the video is made from; the last two need material that was uploaded before.',
  input_image: file('Start frame, of `image_to_video`. It is stretched to the canvas.'),
  end_image: file(
    'End frame, of `image_to_video`; the video converges on it. It is cropped to the ratio from its centre.',
  ),
  references: {
    description:
      `Material, of \`reference_to_video\`: at most ${figures.REFERENCES}; the videos last at most ${figures.MATERIAL_TIME} ` +
      'together, and so do the sounds.',
    items: file('A file.'),
    maxItems: limits.REFERENCES_MAX,
  },
  reference: { ...file('The same as `references` with this one item.'), deprecated: true },
  duration: 'Seconds, with at most three decimals. The basis of billing.',
  resolution: '`2k` and `4k` are made by upscaling.',
  aspect_ratio: `Shape of the picture at 768p: ${canvasText}. \`auto\` takes the one nearest to the first material.`,
  acceleration: { description: 'Counts in the draft tier only. Superseded by `service_tier`.', deprecated: true },
  service_tier:
    '`draft` is accelerated where it can be, at some loss of quality; `pro` and `dedicated` are served first. ' +
    '`dedicated` runs on compute set aside for the account; what was generated on common compute is billed as `pro`, where that is ' +
    'less, and `usage.billed_tier` says so.',
  use_context_ir: 'Context IR, charged only if it was applied. Without it the account’s saved default decides.',
  audio: 'With sound.',
  seed: 'Fixes the random seed; of several tasks the i-th, counted from 0, uses seed + i.',
  n: 'How many independent tasks to create, each queued, billed and cancelled on its own.',
  webhook_url: {
    description: 'Called back when the task has ended; an https address of the public internet.',
    format: 'uri',
  },
  metadata: `Your own data, at most ${figures.METADATA_SIZE}; it comes back to the byte in every answer and event.`,
} as const

const RULE = 'A field that is null is the same as one left out; a field that is not known is refused.'

export const CreateVideo = requestSchema(
  'CreateVideo',
  described(CreateBody, FIELDS).meta({ description: `What to make. ${RULE}` }),
)

/** Spec 9. */
export const EarlierCreateVideo = requestSchema(
  'EarlierCreateVideo',
  described(EarlierBody, {
    ...FIELDS,
    resolution: 'Larger ones are not there in the earlier form.',
    negative_prompt: 'What is not to be seen, where the model takes it.',
  }).meta({ description: `What to make, in the earlier form. ${RULE}` }),
)
