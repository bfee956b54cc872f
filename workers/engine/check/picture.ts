import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { MaterialFile } from '../engine.ts'

/** A square picture: the sky above the sea, and the sun. */
export async function writePicture(folder: string, name: string, side: number): Promise<MaterialFile> {
  const path = join(folder, `sample-${name}.png`)
  const rows: Uint8Array[] = []
  for (let y = 0; y < side; y++) rows.push(rowOf(y / side, side))
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  await writeFile(path, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]))
  const sides = { width: side, height: side }
  return { kind: 'image', contentType: 'image/png', path, ...sides, durationMs: null, hasAudio: false, frames: null }
}

type Rgb = readonly [number, number, number]
const SUN: Rgb = [255, 233, 176]
/** Their colours from above to below. */
const SKY: readonly [Rgb, Rgb] = [
  [38, 69, 124],
  [242, 166, 90],
]
const SEA: readonly [Rgb, Rgb] = [
  [201, 130, 90],
  [20, 48, 79],
]
const mixed = ([from, to]: readonly [Rgb, Rgb], share: number) =>
  from.map((value, i) => value + ((to[i] ?? 0) - value) * share)

/** The filter's number, then red, green and blue. */
function rowOf(y: number, side: number): Uint8Array {
  const row = new Uint8Array(1 + side * 3)
  for (let i = 0; i < side; i++) {
    const isSun = Math.hypot(i / side - 0.62, y - 0.45) < 0.1
    row.set(isSun ? SUN : y < 0.6 ? mixed(SKY, y / 0.6) : mixed(SEA, (y - 0.6) / 0.4), 1 + i * 3)
  }
  return row
}

/** A chunk of PNG: length, type, content, checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, 'latin1'), content])]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
