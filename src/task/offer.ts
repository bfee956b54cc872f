import type { Pool } from 'pg'
import { ENDS, type Ends, type EngineLimits, EVERYTHING, type FileLimits, MODES, type Mode } from '../engine-limits.ts'
import { DURATION_MAX_S, DURATION_MIN_S, MATERIAL_MAX_MS, REFERENCE_CAPS, REFERENCES_MAX } from '../limits.ts'
import type { MediaKind } from '../media/media.ts'
import { attachedEngines, enginesFor } from './engines.ts'

/** Limits of files; null: none beyond those of an upload. */
export type OfferedFiles = { readonly [K in keyof FileLimits]-?: number | null }

export interface OfferedMode {
  readonly mode: Mode
  /** Of the requested duration. */
  readonly minMs: number
  readonly maxMs: number
  readonly audio: boolean
  readonly acceleration: boolean
  /** Null outside image_to_video. */
  readonly ends: readonly Ends[] | null
  readonly image: OfferedFiles | null
  /** Null outside reference_to_video. */
  readonly references:
    | (Readonly<Record<MediaKind, OfferedFiles>> & { readonly max: number; readonly audioOnly: boolean })
    | null
}

/** What the attached engines can make together, without their number and kinds. */
export interface Offer {
  readonly modes: readonly OfferedMode[]
  readonly contextIr: boolean
}

const KINDS: readonly MediaKind[] = ['image', 'video', 'audio']

/** What this account's creates may ask for now. While nothing is attached it is all that the API allows. */
export async function readOffer(pool: Pool, accountId: string): Promise<Offer> {
  // The pools of all tiers, since the caller may choose the tier.
  const engines = enginesFor(await attachedEngines(pool), { accountId, serviceTier: 'dedicated' })
  return offerOf(engines.map(({ limits }) => limits))
}

/**
 * The union of engines, by mode, within the rules of the API. Each member is the widest of any engine, so that one engine need not
 * have all of them; the create decides.
 */
export function offerOf(attached: readonly EngineLimits[]): Offer {
  const engines = attached.length > 0 ? attached : [{ ...EVERYTHING, contextIr: true }]
  return {
    modes: MODES.flatMap((mode) => {
      const offered = modeOf(mode, engines)
      return offered ? [offered] : []
    }),
    contextIr: engines.some(({ contextIr }) => contextIr),
  }
}

function modeOf(mode: Mode, engines: readonly EngineLimits[]): OfferedMode | null {
  const able = engines.flatMap(({ modes }) => modes[mode] ?? [])
  if (able.length === 0) return null
  return {
    mode,
    minMs: Math.max(
      least(able, ({ minMs }) => minMs, 0),
      DURATION_MIN_S * 1000,
    ),
    maxMs: Math.min(
      most(able, ({ maxMs }) => maxMs, Infinity),
      DURATION_MAX_S * 1000,
    ),
    audio: able.some(({ sound }) => sound !== false),
    acceleration: able.some(({ accelerated }) => accelerated),
    ends: mode === 'image_to_video' ? ENDS.filter((end) => able.some(({ ends = ENDS }) => ends.includes(end))) : null,
    image: mode === 'image_to_video' ? filesOf(able.map(({ image = {} }) => image)) : null,
    references: mode === 'reference_to_video' ? referencesOf(able.map(({ references = {} }) => references)) : null,
  }
}

function referencesOf(
  able: readonly NonNullable<EngineLimits['modes'][Mode]>['references'][],
): OfferedMode['references'] {
  const given = able.map((each) => each ?? {})
  const [image, video, audio] = KINDS.map((kind) =>
    filesOf(
      given.map(({ [kind]: { max = Infinity, totalMs = Infinity, ...files } = {} }) => ({
        ...files,
        max: Math.min(max, REFERENCE_CAPS[kind]),
        ...(kind === 'image' ? {} : { totalMs: Math.min(totalMs, MATERIAL_MAX_MS) }),
      })),
    ),
  ) as [OfferedFiles, OfferedFiles, OfferedFiles]
  return {
    max: Math.min(
      most(given, ({ max }) => max, REFERENCES_MAX),
      REFERENCES_MAX,
    ),
    audioOnly: given.some(({ audioOnly }) => audioOnly !== false),
    image,
    video,
    audio,
  }
}

/** The widest limits of several engines. */
function filesOf(able: readonly FileLimits[]): OfferedFiles {
  const low = (name: 'minMs' | 'minSide' | 'minRatio') => least(able, (limits) => limits[name], null)
  const high = (name: 'max' | 'maxMs' | 'totalMs' | 'maxBytes' | 'totalBytes' | 'maxSide' | 'maxRatio') =>
    most(able, (limits) => limits[name], null)
  return {
    max: high('max'),
    minMs: low('minMs'),
    maxMs: high('maxMs'),
    totalMs: high('totalMs'),
    maxBytes: high('maxBytes'),
    totalBytes: high('totalBytes'),
    minSide: low('minSide'),
    maxSide: high('maxSide'),
    minRatio: low('minRatio'),
    maxRatio: high('maxRatio'),
  }
}

/** The lowest of several limits; where one engine has none, the fallback. */
function least<T, F extends number | null>(
  able: readonly T[],
  read: (of: T) => number | undefined,
  fallback: F,
): number | F {
  const values = able.map(read)
  return values.includes(undefined) ? fallback : Math.min(...(values as number[]))
}

function most<T, F extends number | null>(
  able: readonly T[],
  read: (of: T) => number | undefined,
  fallback: F,
): number | F {
  const values = able.map(read)
  return values.includes(undefined) ? fallback : Math.max(...(values as number[]))
}
