import { parseArgs } from 'node:util'
import { ASPECT_RATIOS } from '../media/canvas.ts'
import { TIERS } from '../task/task.ts'

export interface DemoArguments {
  readonly prompt: string
  readonly output: string | null
  readonly seed: number | null
  readonly duration: number | null
  readonly aspectRatio: string | null
  readonly tier: string | null
  readonly silent: boolean
}

export const USAGE = `npm run demo -- "a prompt" [options]

Creates a video through the public API, shows its progress live and downloads it.

  --seed N            the same prompt and seed give the same video
  --duration S        5 to 15 seconds (5)
  --aspect-ratio R    16:9, 9:16, 1:1, 4:3, 3:4 or 21:9 (16:9)
  --tier T            draft, standard, pro or dedicated (standard)
  --silent            no sound
  --output FILE       where to put the video (<DATA_DIR>/videos/<id>.mp4)
`

/** @throws Error with a sentence for the person */
export function parseDemoArguments(argv: readonly string[]): DemoArguments | 'help' {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
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
  const prompt = positionals.join(' ').trim()
  if (prompt === '') throw new Error('Say what the video should show: npm run demo -- "a lake at sunset"')
  return {
    prompt,
    output: values.output ?? null,
    seed: numberOf('--seed', values.seed),
    duration: numberOf('--duration', values.duration),
    aspectRatio: wordOf('--aspect-ratio', values['aspect-ratio'], ASPECT_RATIOS),
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
