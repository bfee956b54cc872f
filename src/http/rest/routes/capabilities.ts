import { ENDS, MODES } from '../../../engine-limits.ts'
import { type Offer, type OfferedFiles, type OfferedMode, readOffer } from '../../../task/offer.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import {
  always,
  bool,
  choice,
  count,
  list,
  named,
  number,
  object,
  orNull,
  positive,
  seconds,
} from '../openapi/schema.ts'
import { json } from '../respond.ts'
import { route } from '../route.ts'

const Files = named(
  'FileLimits',
  object('Limits of files of one kind; a limit that is null is that of an upload.', {
    max: orNull(count('Number of files; 0 if none is accepted.')),
    min_seconds: orNull(seconds('Shortest file.')),
    max_seconds: orNull(seconds('Longest file.')),
    total_seconds: orNull(seconds('All files together.')),
    max_bytes: orNull(positive('Size of a file.')),
    total_bytes: orNull(positive('Size of all files together.')),
    min_side: orNull(positive('Pixels of the shorter side.')),
    max_side: orNull(positive('Pixels of the longer side.')),
    min_ratio: orNull(number('Smallest width divided by height.')),
    max_ratio: orNull(number('Greatest width divided by height.')),
  }),
)

const Capabilities = named(
  'Capabilities',
  object('What creates may ask for now.', {
    object: always('capabilities'),
    modes: list(
      object('A mode and its limits.', {
        mode: choice(MODES, 'The mode.'),
        duration: object('Seconds that may be requested.', {
          min: seconds('The shortest.'),
          max: seconds('The longest.'),
        }),
        audio: bool('Whether videos can have sound.'),
        acceleration: bool('Whether drafts can be accelerated.'),
        images: orNull(
          list(choice(ENDS, 'Which images.'), 'Supported sets of images: `input_image`, `end_image` or both.'),
          'Supported sets of images: `start` (`input_image`), `end` (`end_image`) or `both`; null in other modes.',
        ),
        image: orNull(Files, 'Limits of start and end image; null in other modes.'),
        references: orNull(
          object('Limits of references.', {
            max: positive('Number of files of all kinds.'),
            audio_only: bool('Whether audio files alone are accepted.'),
            image: Files,
            video: Files,
            audio: Files,
          }),
          'Limits of references; null in other modes.',
        ),
      }),
      'The supported modes.',
    ),
    context_ir: bool('Whether context IR can be applied.'),
  }),
)

const NONE = {
  max: 9,
  min_seconds: null,
  max_seconds: null,
  total_seconds: null,
  max_bytes: null,
  total_bytes: null,
  min_side: null,
  max_side: null,
  min_ratio: null,
  max_ratio: null,
}
const MODE = {
  duration: { min: 5, max: 15 },
  audio: true,
  acceleration: true,
  images: null,
  image: null,
  references: null,
}
const EXAMPLE = {
  object: 'capabilities',
  modes: [
    { mode: 'text_to_video', ...MODE },
    { mode: 'image_to_video', ...MODE, images: ['start', 'both'], image: { ...NONE, max: null, min_side: 256 } },
    {
      mode: 'reference_to_video',
      ...MODE,
      references: {
        max: 12,
        audio_only: false,
        image: NONE,
        video: { ...NONE, max: 3, min_seconds: 2, total_seconds: 15 },
        audio: { ...NONE, max: 3, total_seconds: 15 },
      },
    },
  ],
  context_ir: false,
}

const secondsOf = (ms: number | null) => (ms === null ? null : ms / 1000)

function presentFiles(files: OfferedFiles) {
  return {
    max: files.max,
    min_seconds: secondsOf(files.minMs),
    max_seconds: secondsOf(files.maxMs),
    total_seconds: secondsOf(files.totalMs),
    max_bytes: files.maxBytes,
    total_bytes: files.totalBytes,
    min_side: files.minSide,
    max_side: files.maxSide,
    min_ratio: files.minRatio,
    max_ratio: files.maxRatio,
  }
}

function presentMode({ mode, minMs, maxMs, audio, acceleration, ends, image, references }: OfferedMode) {
  return {
    mode,
    duration: { min: secondsOf(minMs), max: secondsOf(maxMs) },
    audio,
    acceleration,
    images: ends,
    image: image && presentFiles(image),
    references: references && {
      max: references.max,
      audio_only: references.audioOnly,
      image: presentFiles(references.image),
      video: presentFiles(references.video),
      audio: presentFiles(references.audio),
    },
  }
}

const present = ({ modes, contextIr }: Offer) =>
  JSON.stringify({ object: 'capabilities', modes: modes.map(presentMode), context_ir: contextIr })

/** docs/rules/material.md#engine-limits */
route('GET', '/v1/capabilities', {
  name: 'getCapabilities',
  tag: 'Videos',
  need: null,
  version: 'current',
  summary: 'Get what creates may ask for',
  description:
    'The modes that are supported now, with their limits. Each limit is the widest that is offered, so a create may still be ' +
    'refused for a combination; `POST /v1/videos?dry_run=true` decides. It changes when compute is added or removed.',
  answers: { 200: jsonAnswer('The capabilities.', Capabilities, { capabilities: EXAMPLE }) },
  async handle({ rooms, caller }) {
    return json(200, present(await readOffer(rooms.resources.pool, caller.accountId)))
  },
})
