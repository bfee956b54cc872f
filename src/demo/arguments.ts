import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ASPECT_RATIOS } from '../media/canvas.ts'
import { TIERS } from '../task/task.ts'

export interface DemoArguments {
  readonly prompt: string
  /** Paths of the material. */
  readonly image: string | null
  readonly endImage: string | null
  readonly references: readonly string[]
  readonly output: string | null
  readonly seed: number | null
  readonly duration: number | null
  readonly aspectRatio: string | null
  readonly tier: string | null
  readonly silent: boolean
}

export const USAGE = `npm run demo -- "a prompt" [options]

Creates a video through the public API, shows its progress live and downloads it.

  --image FILE        the video starts from this picture
  --end-image FILE    the video ends on this picture
  --reference FILE…   pictures, videos and sound that the prompt may name: @图片1 @视频1 @音频1
  --seed N            the same prompt and seed give the same video
  --duration S        5 to 15 seconds (5)
  --aspect-ratio R    auto, 16:9, 9:16, 1:1, 4:3, 3:4 or 21:9 (auto with material, else 16:9)
  --tier T            draft, standard, pro or dedicated (standard)
  --silent            no sound
  --output FILE       where to put the video (<DATA_DIR>/videos/<id>.mp4)
`

/** For material that is to speak for itself. */
const WITHOUT_WORDS = 'bring this to life, gently'

/**
 * What follows `--reference` and is a file is another reference; the rest is the prompt.
 * @throws Error with a sentence for the person
 */
export function parseDemoArguments(argv: readonly string[]): DemoArguments | 'help' {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      image: { type: 'string' },
      'end-image': { type: 'string' },
      reference: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string' },
      duration: { type: 'string' },
      'aspect-ratio': { type: 'string' },
      tier: { type: 'string' },
      silent: { type: 'boolean', default: false },
      output: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  const { image = null, 'end-image': endImage = null } = values
  const more = values.reference.length > 0 ? positionals.filter((each) => existsSync(each)) : []
  const references = [...values.reference, ...more]
  const hasMaterial = image !== null || endImage !== null || references.length > 0
  const prompt = positionals
    .filter((each) => !more.includes(each))
    .join(' ')
    .trim()
  if (prompt === '' && !hasMaterial) {
    throw new Error('Describe the video: npm run demo -- "a lake at sunset"')
  }
  if (references.length > 0 && (image ?? endImage) !== null) {
    throw new Error('--reference cannot be combined with --image or --end-image.')
  }
  return {
    prompt: prompt || WITHOUT_WORDS,
    image,
    endImage,
    references,
    output: values.output ?? null,
    seed: numberOf('--seed', values.seed),
    duration: numberOf('--duration', values.duration),
    aspectRatio:
      wordOf('--aspect-ratio', values['aspect-ratio'], ['auto', ...ASPECT_RATIOS]) ?? (hasMaterial ? 'auto' : null),
    tier: wordOf('--tier', values.tier, TIERS),
    silent: values.silent,
  }
}

function numberOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (text.trim() === '' || Number.isNaN(Number(text))) throw new Error(`${name} must be a number.`)
  return Number(text)
}

function wordOf(name: string, text: string | undefined, words: readonly string[]): string | null {
  if (text !== undefined && !words.includes(text)) throw new Error(`${name} must be one of ${words.join(', ')}.`)
  return text ?? null
}
