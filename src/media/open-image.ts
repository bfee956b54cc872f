import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { MEDIA_MAX_PIXELS } from '../limits.ts'

// Allows only libvips' loaders for the accepted formats: it would also open SVG, TIFF, PDF and every other built-in format.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

/** Opens an uploaded image. All image files are opened here. An image that is not complete is an error. */
export function openImage(
  path: string,
  pixels: number | false = MEDIA_MAX_PIXELS.image,
  options: Pick<SharpOptions, 'sequentialRead'> = {},
): Sharp {
  return sharp(path, { ...options, limitInputPixels: pixels, failOn: 'error' })
}

/** For a process that reads one image after another and reuses none of them. */
export function sparing(): void {
  sharp.cache(false)
  sharp.concurrency(1)
}
