import { FPS } from '../../../src/media/frames.ts'
import type { MaterialFile, TaskInput } from '../engine.ts'
import type { Making } from './api.ts'

/** The numbers of frames that a model makes, `step`·k + `offset`, at its frame rate. */
export interface Grid {
  readonly fps: number
  readonly step: number
  readonly offset: number
}

export interface SizedGrid extends Grid {
  /** Of the sides, in pixels. */
  readonly multiple: number
}

/** Wan's grid is 4k+1. */
export const WAN = { step: 4, offset: 1 } as const

/** The least frames on the grid that cover a task's duration. */
export function framesOn({ fps, step, offset }: Grid, { frames }: Pick<TaskInput, 'frames'>): number {
  const least = Math.ceil((frames * fps) / FPS)
  return step * Math.max(0, Math.ceil((least - offset) / step)) + offset
}

/** The least video on the grid that covers a task, in the canvas rounded up to multiples. */
export function makingOn({ multiple, ...grid }: SizedGrid) {
  const onGrid = (side: number) => Math.ceil(side / multiple) * multiple
  return (task: TaskInput): Making => ({
    frames: framesOn(grid, task),
    fps: grid.fps,
    width: onGrid(task.width),
    height: onGrid(task.height),
  })
}

/** The prompt for servers that count the sounds of reference videos as audio, before the audio files. */
export function countingSoundtracks(prompt: string, references: readonly MaterialFile[]): string {
  const soundtracks = references.filter(({ kind, hasAudio }) => kind === 'video' && hasAudio).length
  return prompt.replace(/<Audio (\d+)>/g, (_, number: string) => `<Audio ${Number(number) + soundtracks}>`)
}
