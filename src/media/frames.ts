import type { Media } from './media.ts'

export const FPS = 24

/** The model's grid: 17k + 5 frames (spec 2.1). */
const STEP = 17
const OFFSET = 5

/**
 * Frames for a requested duration: the least 17k+5 that is at least duration × 24 − 0.01
 * (docs/rules/material.md#duration-and-frames).
 * @param durationMs requested duration in milliseconds
 */
export function framesFor(durationMs: number): number {
  // In integers: ms × 24 − 10 is a thousand times (seconds × 24 − 0.01).
  const k = Math.ceil((durationMs * FPS - 10 - OFFSET * 1000) / (STEP * 1000))
  return STEP * Math.max(0, k) + OFFSET
}

/** Duration of this many frames in seconds. */
export function secondsOf(frames: number): number {
  return frames / FPS
}

/**
 * Frames of a reference video that the model uses: at most those of the output, rounded down to the grid
 * (docs/rules/material.md#used-length); 0 if it has fewer than five.
 */
export function usedFrames(materialMs: number, outputFrames: number): number {
  const available = Math.floor((materialMs * FPS + 50) / 1000)
  const usable = Math.min(outputFrames, available)
  return usable < OFFSET ? 0 : STEP * Math.floor((usable - OFFSET) / STEP) + OFFSET
}

/** Frames of a file that an output of this many frames uses (spec 4.10 rule 4); null unless it is a video. */
export function picturesUsed({ kind, durationMs }: Pick<Media, 'kind' | 'durationMs'>, frames: number): number | null {
  return kind === 'video' ? usedFrames(durationMs ?? 0, frames) : null
}

/** Seconds of a file that an output of this many frames uses; null for images. */
export function secondsUsed(file: Pick<Media, 'kind' | 'durationMs'>, frames: number): number | null {
  const pictures = picturesUsed(file, frames)
  const seconds = file.kind === 'audio' ? Math.min((file.durationMs ?? 0) / 1000, secondsOf(frames)) : null
  const used = pictures === null ? seconds : secondsOf(pictures)
  return used === null ? null : Math.round(used * 1000) / 1000
}
