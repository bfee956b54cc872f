import { FPS } from '../../../src/media/frames.ts'
import { madeClip } from '../../engines/made.ts'
import { taskOf } from '../engine/helpers.ts'

/** A model server's result: a real video with sound, in the tests' size. */
export function clipOf(frames: number): Promise<string> {
  const { width, height } = taskOf()
  return madeClip({ width, height, frames, fps: FPS, sound: true })
}
