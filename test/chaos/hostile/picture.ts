import sharp from 'sharp'

const made = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

/** A picture with as many pixels as one may have, or some less: each size has a length in bytes of its own. */
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
