import { join } from 'node:path'
import type { Size } from '../../../src/media/canvas.ts'
import type { Material, MaterialFile, TaskInput } from '../engine.ts'
import type { FitJob } from '../procedural/jobs.ts'
import { referenceName } from '../procedural/material/sources.ts'

/** Longest side of a reference image: no model uses more pixels. */
const REFERENCE = { width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true } as const
/** Maximum length of a sound, at 48 kHz (docs/rules/material.md#references). */
const MOST_SAMPLES = 48_000 * 16

/** Formats that every model server can open without conversion. */
const SOUNDS = ['audio/wav', 'audio/mpeg']

/** Decodes and writes in a separate process. @returns the sizes of the images */
export type Fit = (work: Pick<FitJob, 'pictures' | 'sounds'>) => Promise<readonly Size[]>

/**
 * Material in the form for servers. Start and end image are upright and fitted to the canvas as specified (spec 4.1
 * input_image, end_image), because each server would fit them differently. Reference images are upright; sounds are WAV or MP3.
 * @throws Refusal
 */
export async function fitMaterial(
  { width, height }: TaskInput,
  material: Material,
  folder: string,
  fit: Fit,
): Promise<Material> {
  const { inputImage, endImage, references } = material
  const pictures: FitJob['pictures'][number][] = []
  const sounds: FitJob['sounds'][number][] = []
  const positions = new Map<MaterialFile, number>()
  const picture = (name: string, file: MaterialFile, to: string, resize: FitJob['pictures'][number]['resize']) => {
    const made = { ...file, contentType: 'image/png', path: join(folder, to) }
    positions.set(made, pictures.push({ name, from: file.path, to: made.path, resize }) - 1)
    return made
  }
  const reference = (file: MaterialFile, index: number) => {
    const name = referenceName(material, index)
    const to = `reference-${index + 1}`
    if (file.kind === 'image') return picture(name, file, `${to}.png`, REFERENCE)
    if (file.kind === 'video' || SOUNDS.includes(file.contentType)) return file
    const made = { ...file, contentType: 'audio/wav', path: join(folder, `${to}.wav`) }
    sounds.push({ name, from: file.path, to: made.path, samples: MOST_SAMPLES })
    return made
  }
  const start = { width, height, fit: 'fill' } as const
  const end = { width, height, fit: 'cover' } as const
  const fitted = {
    inputImage: inputImage && picture('The start image', inputImage, 'start.png', start),
    endImage: endImage && picture('The end image', endImage, 'end.png', end),
    references: references.map(reference),
  }
  if (pictures.length + sounds.length === 0) return fitted
  const sizes = await fit({ pictures, sounds })
  const sized = (file: MaterialFile): MaterialFile => ({ ...file, ...sizes[positions.get(file) ?? -1] })
  return {
    inputImage: fitted.inputImage && sized(fitted.inputImage),
    endImage: fitted.endImage && sized(fitted.endImage),
    references: fitted.references.map(sized),
  }
}
