import type { FileHandle } from 'node:fs/promises'

/** An outermost box of an mp4. Its end is beyond that of the file if the file was cut. */
export interface OuterBox {
  readonly type: string
  readonly at: number
  /** Bytes of its header: 8, or 16 with a long size. */
  readonly header: 8 | 16
  readonly end: number
}

/** The outermost boxes of an mp4 in order, as far as they can be read. */
export async function outerBoxes(file: FileHandle): Promise<OuterBox[]> {
  const { size: whole } = await file.stat()
  const bytes = Buffer.alloc(16)
  const boxes: OuterBox[] = []
  for (let at = 0; at + 8 <= whole; ) {
    await file.read(bytes, 0, 16, at)
    const type = bytes.toString('latin1', 4, 8)
    const short = bytes.readUInt32BE(0)
    const header = short === 1 ? 16 : 8
    // Size 0 means until the end of the file.
    const size = short === 0 ? whole - at : short === 1 ? Number(bytes.readBigUInt64BE(8)) : short
    if (size < header) break
    boxes.push({ type, at, header, end: at + size })
    at += size
  }
  return boxes
}
