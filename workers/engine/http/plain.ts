import type { Size } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { MaterialFile } from '../engine.ts'
import { SAMPLE_RATE } from '../procedural/codec/codec.ts'
import type { FitJob } from '../procedural/jobs.ts'

/** References of one kind have at most this length together: the limit of the API without its tolerance. */
const MOST_MS = 15_000
/** Pixels of the largest canvas, to which models scale larger videos. */
const MOST_PIXELS = 1344 * 768
/** The least that servers accept. Files of this length may decode to a little less. */
const LEAST_SECONDS = 2

/** Milliseconds of each reference; the longest of a kind is cut by what the kind has too much. */
export function lengthsOf(references: readonly MaterialFile[]): number[] {
  const lengths = references.map(({ durationMs }) => durationMs ?? 0)
  for (const kind of ['video', 'audio']) {
    const indexes = references.flatMap((file, index) => (file.kind === kind ? [index] : []))
    const of = (index: number) => lengths[index] ?? 0
    const excess = indexes.reduce((sum, index) => sum + of(index), 0) - MOST_MS
    const longest = indexes.toSorted((a, b) => of(b) - of(a))[0]
    if (longest !== undefined && excess > 0) lengths[longest] = of(longest) - excess
  }
  return lengths
}

/** Lengths of a sound in samples. */
export function soundPartOf(ms: number) {
  const samples = Math.floor((ms * SAMPLE_RATE) / 1000)
  return { samples, least: Math.min(samples, LEAST_SECONDS * SAMPLE_RATE) }
}

/** The part of a video that an output of so many frames uses. */
export function videoPartOf(
  { hasAudio }: MaterialFile,
  size: Size,
  ms: number,
  outputFrames: number,
): Omit<FitJob['videos'][number], 'name' | 'from' | 'to'> {
  // In integers, with the tolerance of used frames (docs/rules/material.md#used-length).
  const frames = Math.min(Math.floor((ms * FPS + 50) / 1000), Math.max(LEAST_SECONDS * FPS, outputFrames))
  return { ...plainSize(size), frames, least: Math.min(frames, LEAST_SECONDS * FPS), sound: hasAudio }
}

/** Even sides in the same ratio. Rounding makes no ratio more extreme, so that a ratio at a server's limit stays there. */
function plainSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  const [less, more] = [(side: number) => 2 * Math.floor(side / 2), (side: number) => 2 * Math.ceil(side / 2)]
  const [across, down] = width < height ? [more, less] : [less, more]
  return { width: across(width * scale), height: down(height * scale) }
}
