import { FPS } from '../../../src/media/frames.ts'
import type { TaskInput } from '../engine.ts'
import type { Making } from '../http/api.ts'

/** The numbers of frames (`step`·k + `offset`), the frame rate and the sizes (multiples) that a model makes. */
export interface Grid {
  readonly fps: number
  readonly step: number
  readonly offset: number
  readonly multiple: number
}

/** The least video on the grid that covers the task's duration and its canvas. */
export function makingOn({ fps, step, offset, multiple }: Grid) {
  const onGrid = (side: number) => Math.ceil(side / multiple) * multiple
  return ({ frames, width, height }: TaskInput): Making => {
    const least = Math.ceil((frames * fps) / FPS)
    const k = Math.max(0, Math.ceil((least - offset) / step))
    return { frames: step * k + offset, fps, width: onGrid(width), height: onGrid(height) }
  }
}
