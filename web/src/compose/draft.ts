import type {
  Acceleration,
  AspectRatioChoice,
  FilePurpose,
  Mode,
  Resolution,
  ServiceTier,
  TaskCreateInput,
} from '../generated/graphql.ts'
import type { Item } from './item.ts'

/** Content of the composer: the current request. */
export interface Draft {
  readonly prompt: string
  readonly items: readonly Item[]
  /** null if derived from the material. */
  readonly mode: Mode | null
  readonly aspectRatio: AspectRatioChoice
  readonly duration: number
  readonly resolution: Resolution
  readonly serviceTier: ServiceTier
  readonly acceleration: Acceleration
  readonly audio: boolean
  readonly useContextIr: boolean
  readonly n: number
  /** Digits; empty for a random seed. */
  readonly seed: string
  readonly webhookUrl: string
}

/** The mode that fits the material. */
export function modeOf({ mode, items }: Pick<Draft, 'mode' | 'items'>): Mode {
  if (mode) return mode
  if (items.some(({ purpose }) => purpose === 'REFERENCE')) return 'REFERENCE_TO_VIDEO'
  return items.length > 0 ? 'IMAGE_TO_VIDEO' : 'TEXT_TO_VIDEO'
}

/** Whether an item of this purpose goes into a video of this mode. */
export function isUsed(purpose: FilePurpose, mode: Mode): boolean {
  return mode === (purpose === 'REFERENCE' ? 'REFERENCE_TO_VIDEO' : 'IMAGE_TO_VIDEO')
}

/** Whether the webhook field has no URL at all, which the schema would report as a fault of the page. */
export function hasBadAddress({ webhookUrl }: Pick<Draft, 'webhookUrl'>): boolean {
  return webhookUrl.trim() !== '' && !URL.canParse(webhookUrl.trim())
}

/** The create of the draft, without unfinished uploads. */
export function inputOf(draft: Draft): TaskCreateInput {
  const { prompt, aspectRatio, duration, resolution, serviceTier, acceleration, audio, useContextIr, n } = draft
  const mode = modeOf(draft)
  const idsOf = (purpose: FilePurpose) =>
    draft.items
      .filter((item) => item.purpose === purpose && isUsed(purpose, mode))
      .flatMap(({ file }) => file?.id ?? [])
  const [inputImage = null] = idsOf('INPUT_IMAGE')
  const [endImage = null] = idsOf('END_IMAGE')
  const references = idsOf('REFERENCE')
  return {
    prompt,
    mode,
    inputImage,
    endImage,
    references: references.length > 0 ? references : null,
    duration,
    resolution,
    aspectRatio,
    serviceTier,
    acceleration: serviceTier === 'DRAFT' ? acceleration : null,
    audio,
    useContextIr,
    n,
    seed: draft.seed === '' ? null : Number(draft.seed),
    webhookUrl: hasBadAddress(draft) ? null : draft.webhookUrl.trim() || null,
  }
}
