import { access } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type ResizeOptions } from 'sharp'
import type { Material, MaterialFile, TaskInput } from '../engine.ts'
import { Unreadable } from '../procedural/codec/codec.ts'
import { named, referenceName } from '../procedural/sources.ts'

/** The upload's own cap (spec 4.10 rule 1). */
const MOST_PIXELS = 100_000_000
/** Longest side of a reference picture: no model looks at more. */
const REFERENCE = { width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true } as const

/** What every model server can open without conversion. */
const SOUNDS = ['audio/wav', 'audio/mpeg']

/** Converts a sound; `name` is what the caller knows it by. */
export type ToWav = (file: MaterialFile, to: string, name: string) => Promise<void>

/**
 * Material as servers take it: start and end image upright and fitted to the canvas as the specification has it (spec 4.1
 * input_image, end_image), which each would do in its own way; reference pictures upright; sounds as WAV or MP3.
 * @throws Refusal
 */
export async function fitMaterial(
  { width, height }: TaskInput,
  material: Material,
  folder: string,
  toWav: ToWav,
): Promise<Material> {
  const { inputImage, endImage, references } = material
  const fitted: MaterialFile[] = []
  for (const [place, file] of references.entries()) {
    const name = referenceName(material, place)
    const to = join(folder, `reference-${place + 1}`)
    if (file.kind === 'image') fitted.push(await upright(name, file, `${to}.png`, REFERENCE))
    else if (file.kind === 'video' || SOUNDS.includes(file.contentType)) fitted.push(file)
    else {
      await toWav(file, `${to}.wav`, name)
      fitted.push({ ...file, contentType: 'audio/wav', path: `${to}.wav` })
    }
  }
  const start = { width, height, fit: 'fill' } as const
  const end = { width, height, fit: 'cover' } as const
  return {
    inputImage: inputImage && (await upright('The start image', inputImage, join(folder, 'start.png'), start)),
    endImage: endImage && (await upright('The end image', endImage, join(folder, 'end.png'), end)),
    references: fitted,
  }
}

/** On white where it is transparent. */
async function upright(name: string, file: MaterialFile, to: string, resize: ResizeOptions): Promise<MaterialFile> {
  await access(file.path)
  const { width, height } = await named(name, write(file.path, to, resize))
  return { ...file, contentType: 'image/png', path: to, width, height }
}

async function write(from: string, to: string, resize: ResizeOptions) {
  try {
    return await sharp(from, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .resize(resize)
      .png()
      .toFile(to)
  } catch (error) {
    throw new Unreadable(String(error))
  }
}
