import { openBytes } from '../../../src/media/bytes.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { readMovie } from '../../../src/media/movie.ts'
import { openRunFolder } from '../../folder.ts'
import type { Engine, Made, Material, Progress } from '../engine.ts'
import { writePicture } from './picture.ts'
import type { Sample } from './samples.ts'

export type Shape = Made

/** A sample was made, but not as declared. */
export class Undeclared extends Error {
  readonly of: 'output' | 'acceleration' | 'sound'
  constructor(of: Undeclared['of'], message: string) {
    super(message)
    this.of = of
  }
}

export interface Tried {
  /** null if the engine made nothing. */
  readonly made: Shape | null
  readonly error: unknown
}

/** Makes one video through all stages that a worker runs for it, and checks the finished file as a worker does. */
export async function trySample(
  engine: Engine,
  sample: Sample,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<Tried> {
  const run = await openRunFolder()
  const { task } = sample
  const folder = run.path
  try {
    const material = await materialOf(sample, folder)
    const { path: encoded } = await engine.encode({ task, material, folder }, signal, () => {})
    const rendered = await engine.render({ task, material, folder, encoded }, signal, onProgress)
    const made = await engine.package({ task, folder, rendered: rendered.path }, signal, () => {})
    const { problem, hasAudio } = await checkOutput(made.path, made.thumbnailPath, task)
    const shape = rendered.made ?? shapeOf(made.path)
    return { made: shape, error: faultOf(sample, problem?.text ?? null, rendered.accelerated, hasAudio) }
  } finally {
    await run.remove()
  }
}

function faultOf({ task }: Sample, problem: string | null, accelerated: boolean, hasAudio: boolean): Undeclared | null {
  if (problem !== null) return new Undeclared('output', `the finished file failed its check: ${problem}`)
  if (task.accelerated && !accelerated) return new Undeclared('acceleration', 'the render was not accelerated')
  return task.audio && !hasAudio ? new Undeclared('sound', 'the video is silent') : null
}

function shapeOf(path: string): Shape | null {
  using file = openBytes(path)
  const movie = readMovie(file, false)
  if (!movie?.video) return null
  const { frames, seconds, coded } = movie.video
  return { ...coded, frames, fps: frames / seconds, sound: movie.audio !== null }
}

async function materialOf({ start, end, reference }: Sample, folder: string): Promise<Material> {
  const picture = (name: string, side: number | null) => (side === null ? null : writePicture(folder, name, side))
  const [inputImage, endImage, image] = [picture('start', start), picture('end', end), picture('reference', reference)]
  const references = image ? [await image] : []
  return { inputImage: await inputImage, endImage: await endImage, references }
}
