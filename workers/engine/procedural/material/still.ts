import { access } from 'node:fs/promises'
import { Unreadable } from '../codec/codec.ts'
import { blueOf, FRACTION, lumaOf, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { type Pixels, type Region, resample } from '../pixels/resample.ts'

/** Larger images are read at every second pixel (third, …): 36 million pixels are 108 MB. */
const READ_PIXELS = 36_000_000

/** How an image fills the canvas: stretched, or cropped (spec 4.1 input_image, end_image). */
export type Fit = 'stretch' | 'cover'

/**
 * An image on the canvas: upright, on white where it is transparent, in whole values, so that a frame that shows it without
 * movement equals it exactly. @throws Unreadable
 */
export async function loadStill(path: string, width: number, height: number, fit: Fit): Promise<Field> {
  await access(path)
  const pixels = await decode(path).catch((error: unknown) => {
    throw new Unreadable(String(error))
  })
  return fieldOf(resample(pixels, regionOf(pixels, width / height, fit), width, height), width, height)
}

async function decode(path: string): Promise<Pixels> {
  // Loaded with the first image only: most renders have none.
  const { openImage } = await import('../../../../src/media/open-image.ts')
  const size = (await openImage(path).metadata()).autoOrient
  const skip = Math.ceil(Math.sqrt((size.width * size.height) / READ_PIXELS))
  const picture = openImage(path).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' })
  if (skip > 1) {
    picture.resize(Math.floor(size.width / skip), Math.floor(size.height / skip), { fit: 'fill', kernel: 'nearest' })
  }
  const { data, info } = await picture.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`${info.channels} channels`)
  return { width: info.width, height: info.height, data }
}

/** The whole image, or its largest central part of that ratio. */
function regionOf({ width, height }: Pixels, ratio: number, fit: Fit): Region {
  if (fit === 'stretch') return { left: 0, top: 0, width, height }
  const across = Math.min(width, height * ratio)
  const down = Math.min(height, width / ratio)
  return { left: (width - across) / 2, top: (height - down) / 2, width: across, height: down }
}

/** One step of a channel with FRACTION, of 0..1. */
const STEP = 1 / (255 * FRACTION)

function fieldOf(rgb: Int16Array, width: number, height: number): Field {
  const y = new Uint16Array(width * height)
  const u = new Uint16Array((width * height) / 4)
  const v = new Uint16Array((width * height) / 4)
  for (let i = 0, at = 0; i < y.length; i++, at += 3) {
    const luma = lumaOf((rgb[at] as number) * STEP, (rgb[at + 1] as number) * STEP, (rgb[at + 2] as number) * STEP)
    y[i] = Math.round(luma) * FRACTION
  }
  const below = width * 3
  const mean = (at: number) => {
    const upper = (rgb[at] as number) + (rgb[at + 3] as number)
    return (upper + (rgb[at + below] as number) + (rgb[at + below + 3] as number)) * (STEP / 4)
  }
  for (let row = 0, to = 0; row < height; row += 2) {
    for (let x = 0; x < width; x += 2, to++) {
      const at = (row * width + x) * 3
      const [r, g, b] = [mean(at), mean(at + 1), mean(at + 2)] as const
      u[to] = Math.round(blueOf(r, g, b)) * FRACTION
      v[to] = Math.round(redOf(r, g, b)) * FRACTION
    }
  }
  return { width, height, y, u, v }
}
