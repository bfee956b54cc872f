import { join } from 'node:path'
import type { Size } from '../../../src/media/canvas.ts'
import type { Material, MaterialFile, TaskInput } from '../engine.ts'
import type { FitJob } from '../procedural/jobs.ts'
import { referenceName } from '../procedural/material/named.ts'
import { lengthsOf, soundPartOf, videoPartOf } from './plain.ts'

/**
 * Longest side of a reference image: no model uses more pixels. A multiple of 5, so that rounding keeps a ratio of 2.5, the
 * limit of servers.
 */
const REFERENCE = { width: 2040, height: 2040, fit: 'inside', withoutEnlargement: true } as const
/** Maximum length of a sound, at 48 kHz (docs/rules/material.md#references). */
const MOST_SAMPLES = 48_000 * 16

/** Formats that every model server can open without conversion. */
const SOUNDS = ['audio/wav', 'audio/mpeg']

/** Decodes and writes in a separate process. @returns the sizes of the images */
export type Fit = (work: Pick<FitJob, 'pictures' | 'sounds' | 'videos'>) => Promise<readonly Size[]>

/**
 * Material in the form for servers. Start and end image are upright and fitted to the canvas as specified (spec 4.1
 * input_image, end_image), because each server would fit them differently. Reference images are upright; sounds are WAV or MP3.
 * @param plain whether all videos become MP4 with H.264 and AAC at 24 frames a second, all sounds WAV, and each kind 15 s long
 * at most
 * @throws Refusal
 */
export async function fitMaterial(
  { width, height, frames }: TaskInput,
  material: Material,
  folder: string,
  fit: Fit,
  plain: boolean,
): Promise<Material> {
  const { inputImage, endImage, references } = material
  const pictures: FitJob['pictures'][number][] = []
  const sounds: FitJob['sounds'][number][] = []
  const videos: FitJob['videos'][number][] = []
  const lengths = lengthsOf(references)
  const positions = new Map<MaterialFile, number>()
  const picture = (name: string, file: MaterialFile, to: string, resize: FitJob['pictures'][number]['resize']) => {
    const made = { ...file, contentType: 'image/png', path: join(folder, to) }
    positions.set(made, pictures.push({ name, from: file.path, to: made.path, resize }) - 1)
    return made
  }
  const video = (name: string, file: MaterialFile, to: string, ms: number) => {
    if (file.width === null || file.height === null) return file
    const made = { ...file, contentType: 'video/mp4', path: join(folder, to) }
    const part = videoPartOf(file, { width: file.width, height: file.height }, ms, frames)
    videos.push({ name, from: file.path, to: made.path, ...part })
    return made
  }
  const reference = (file: MaterialFile, index: number) => {
    const name = referenceName(material, index)
    const to = `reference-${index + 1}`
    if (file.kind === 'image') return picture(name, file, `${to}.png`, REFERENCE)
    const ms = lengths[index] ?? 0
    if (file.kind === 'video') return plain ? video(name, file, `${to}.mp4`, ms) : file
    if (!plain && SOUNDS.includes(file.contentType)) return file
    const made = { ...file, contentType: 'audio/wav', path: join(folder, `${to}.wav`) }
    const part = plain ? soundPartOf(ms) : { samples: MOST_SAMPLES, least: 0 }
    sounds.push({ name, from: file.path, to: made.path, ...part })
    return made
  }
  const start = { width, height, fit: 'fill' } as const
  const end = { width, height, fit: 'cover' } as const
  const fitted = {
    inputImage: inputImage && picture('The start image', inputImage, 'start.png', start),
    endImage: endImage && picture('The end image', endImage, 'end.png', end),
    references: references.map(reference),
  }
  if (pictures.length + sounds.length + videos.length === 0) return fitted
  const sizes = await fit({ pictures, sounds, videos })
  const sized = (file: MaterialFile): MaterialFile => ({ ...file, ...sizes[positions.get(file) ?? -1] })
  return {
    inputImage: fitted.inputImage && sized(fitted.inputImage),
    endImage: fitted.endImage && sized(fitted.endImage),
    references: fitted.references.map(sized),
  }
}
