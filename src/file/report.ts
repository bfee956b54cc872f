import { type AspectRatio, nearestCanvas } from '../media/canvas.ts'
import { framesFor, secondsUsed } from '../media/frames.ts'
import type { FileRecord } from './file.ts'

/** Requested durations in a report, in seconds (spec 4.10 rule 4 uses the first). */
const DURATIONS = [5, 10, 15] as const

export interface UsedSeconds {
  /** Requested duration of the output, in seconds. */
  readonly duration: (typeof DURATIONS)[number]
  /** How much of the file the video uses. The whole file is billed. */
  readonly seconds: number
}

/** How a create would use a file (docs/rules/files.md#record). */
export interface MaterialReport {
  /** null for images. */
  readonly usedSeconds: readonly UsedSeconds[] | null
  /** The ratio that `aspect_ratio: auto` chooses if this file is the first item with pixels; null for audio. */
  readonly autoAspectRatio: AspectRatio | null
}

export function materialReport(file: Pick<FileRecord, 'kind' | 'durationMs' | 'width' | 'height'>): MaterialReport {
  const { width, height } = file
  return {
    usedSeconds:
      file.kind === 'image'
        ? null
        : DURATIONS.map((duration) => ({ duration, seconds: secondsUsed(file, framesFor(duration * 1000)) ?? 0 })),
    autoAspectRatio: width && height ? nearestCanvas({ width, height }) : null,
  }
}
