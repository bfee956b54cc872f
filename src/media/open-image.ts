import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { MEDIA_MAX_PIXELS } from '../limits.ts'

// Of libvips' readers only those of the formats that are taken: it would open SVG, TIFF, PDF and whatever else is built in.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

/** Opens a foreign picture: the one place where files become pictures. What it does not read whole is an error. */
export function openImage(
  path: string,
  pixels: number | false = MEDIA_MAX_PIXELS.image,
  options: Pick<SharpOptions, 'sequentialRead'> = {},
): Sharp {
  return sharp(path, { ...options, limitInputPixels: pixels, failOn: 'error' })
}

/** For a process that reads one picture after another and keeps nothing of them. */
export function sparing(): void {
  sharp.cache(false)
  sharp.concurrency(1)
}
