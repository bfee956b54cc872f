import sharp from 'sharp'

const made = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

/** An image with the maximum number of pixels, or slightly fewer: each size has a different length in bytes. */
export function pictureOf(height: number): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 10_000, height, channels: 3, background: '#456' } as const
  const picture =
    made.get(height) ??
    sharp({ create })
      .png()
      .toBuffer()
      .then((bytes) => Uint8Array.from(bytes))
  made.set(height, picture)
  return picture
}
