import { open } from 'node:fs/promises'
import { openBytes } from './bytes.ts'
import { THUMBNAIL_PIXELS } from './limits.ts'
import { readMovie } from './movie.ts'
import { openImage } from './open-image.ts'
import { outerBoxes } from './outer-boxes.ts'

/** Requirements for a finished file (docs/decisions/dispatch.md#output-gate). */
export interface Expected {
  readonly frames: number
  readonly width: number
  readonly height: number
  /** Whether sound was requested; an engine without sound may leave it out. */
  readonly audio: boolean
}

export interface Finding {
  readonly hasAudio: boolean
  /**
   * The error, for the operator; null if the file is good. `container`: packaging it again can help; `picture`: it must be
   * rendered again.
   */
  readonly problem: { readonly of: 'container' | 'picture'; readonly text: string } | null
}

/** Probes a finished mp4 and its thumbnail. A black frame is valid; noise is not. */
export async function checkOutput(path: string, thumbnailPath: string, expected: Expected): Promise<Finding> {
  using file = openBytes(path)
  // Constant memory for any engine's file: this runs in the worker.
  const movie = readMovie(file, false)
  const video = movie?.video
  const hasAudio = (movie?.audio ?? null) !== null
  const fault = (of: 'container' | 'picture', text: string): Finding => ({ hasAudio, problem: { of, text } })
  if (!video) return fault('picture', 'there is no video track')
  if (!video.isTaken) return fault('picture', 'its codec is not supported')
  if (video.frames !== expected.frames) return fault('picture', `${video.frames} pictures, not ${expected.frames}`)
  const size = `${video.coded.width}x${video.coded.height}`
  if (size !== `${expected.width}x${expected.height}`) return fault('picture', `its size is ${size}`)
  if (hasAudio && !expected.audio) return fault('picture', 'there is sound that was not requested')
  const boxes = await topLevelBoxes(path)
  if (boxes.indexOf('moov') > boxes.indexOf('mdat')) return fault('container', 'moov does not come first')
  if (await isNoise(thumbnailPath)) return fault('picture', 'the picture is noise')
  return { hasAudio, problem: null }
}

/** Types of an mp4's outermost boxes, in order. */
async function topLevelBoxes(path: string): Promise<string[]> {
  await using file = await open(path, 'r')
  return (await outerBoxes(file)).map(({ type }) => type)
}

/** Neighbouring pixels of an image are similar; those of noise are not. */
const ALIKE = 0.2
const CONTRAST = 16

async function isNoise(thumbnailPath: string): Promise<boolean> {
  const { data, info } = await openImage(thumbnailPath, THUMBNAIL_PIXELS)
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let sum = 0
  for (const value of data) sum += value
  const mean = sum / data.length
  let variance = 0
  let covariance = 0
  for (let i = 1; i < data.length; i++) {
    if (i % info.width === 0) continue
    const here = (data[i] ?? 0) - mean
    variance += here * here
    covariance += here * ((data[i - 1] ?? 0) - mean)
  }
  return variance / data.length > CONTRAST && covariance / variance < ALIKE
}
