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
      'audio), each kind numbered by its order in `references`. A number without a file is refused, and so is text that ' +
      'only looks like a reference, such as `@图片０` or `<picture 1>`. A blank prompt is refused.',
  },
  mode: 'What the video is made from. The last two need uploaded material.',
  input_image: file('Start frame of `image_to_video`. It is stretched to the canvas.'),
  end_image: file(
    'End frame of `image_to_video`, on which the video converges. It is cropped to the ratio around its centre.',
  ),
  references: {
    description:
      `Material of \`reference_to_video\`: at most ${figures.REFERENCES}. All videos together last at most ` +
      `${figures.MATERIAL_TIME}, and so do all audio files.`,
    items: file('A file.'),
    maxItems: limits.REFERENCES_MAX,
  },
  reference: { ...file('The same as `references` with this one item.'), deprecated: true },
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
  webhook_url: {
    description:
      'URL that receives a webhook when the task has ended; https, on the public internet. It is stored in normal form: host in ' +
      'lower case, without the default port and without a fragment.',
    format: 'uri',
  },
  metadata: `Your own data, at most ${figures.METADATA_SIZE}; returned unchanged, byte for byte, in every answer and event.`,
} as const

const RULE = 'A null field means the same as one left out. An unknown field is refused.'

export const CreateVideo = requestSchema(
  'CreateVideo',
  described(CreateBody, FIELDS).meta({ description: `The video to create. ${RULE}` }),
)

/** Spec 9. */
export const EarlierCreateVideo = requestSchema(
  'EarlierCreateVideo',
  described(EarlierBody, {
    ...FIELDS,
    resolution: 'The earlier version has no larger resolutions.',
    negative_prompt: 'What the video should not show, if the model supports it.',
  }).meta({ description: `The video to create, in the earlier version. ${RULE}` }),
)
