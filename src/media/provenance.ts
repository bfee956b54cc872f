import { chmod, constants, copyFile, type FileHandle, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { type Box, boxesIn } from './boxes.ts'
import { openBytes } from './bytes.ts'
import { THUMBNAIL_PIXELS } from './limits.ts'
import { openImage } from './open-image.ts'
import { type OuterBox, outerBoxes } from './outer-boxes.ts'

/** IPTC's term for media that a trained model made. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

const PACKET = `<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPE}</Iptc4xmpExt:DigitalSourceType>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>`

/** Its fixed beginning and end let programs find a packet without reading the file's format. */
const WRAPPED = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${PACKET}\n<?xpacket end="w"?>`

/** Of XMP in ISO base media files (ISO 16684-3). */
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const UUID_BYTES = 16

/** Of the second encode of a thumbnail. */
const QUALITY = 90

const OWNER_WRITES = 0o200

/** The files in which a video is delivered. */
export interface Marked {
  readonly path: string
  readonly thumbnailPath: string
}

/** An image that says that it is generated. */
export function generated(image: Sharp): Sharp {
  return image.withXmp(PACKET)
}

/**
 * Writes into a finished mp4 and its thumbnail that they are generated. Other XMP is removed. The frames and the sound of the video
 * stay where they are (docs/decisions/media.md#provenance). A file that is not an mp4 stays unchanged; the check of the output
 * reports it.
 * @param folder a folder for new files
 */
export async function markGenerated({ path, thumbnailPath }: Marked, folder: string): Promise<Marked> {
  const own = join(folder, 'marked.webp')
  const image = generated(openImage(thumbnailPath, THUMBNAIL_PIXELS)).webp({ quality: QUALITY })
  const [marked] = await Promise.all([markVideo(path, folder), image.toBuffer().then((bytes) => writeFile(own, bytes))])
  return { path: marked, thumbnailPath: own }
}

async function markVideo(path: string, folder: string): Promise<string> {
  const own = await writable(path, folder)
  await using file = await open(own, 'r+')
  const boxes = await outerBoxes(file)
  const last = boxes.at(-1)
  if (!last || !boxes.some(({ type }) => type === 'moov')) return own
  for (const packet of packetsOf(own)) await blank(file, packet)
  await append(file, await closed(file, last))
  return own
}

/** The file, or a copy if it belongs to others too (a hard link) or is read only. */
async function writable(path: string, folder: string): Promise<string> {
  const isOwn = await open(path, 'r+').then(
    async (file) => {
      await using opened = file
      return (await opened.stat()).nlink === 1
    },
    () => false,
  )
  if (isOwn) return path
  const own = join(folder, 'marked.mp4')
  await copyFile(path, own, constants.COPYFILE_FICLONE)
  await chmod(own, (await stat(own)).mode | OWNER_WRITES)
  return own
}

/** XMP of the file or of the movie, as Adobe's and Apple's programs write it. */
function packetsOf(path: string): Box[] {
  using bytes = openBytes(path)
  const { read, size } = bytes
  const ofType = (boxes: readonly Pick<Box, 'start' | 'end'>[], type: string) =>
    boxes.flatMap(({ start, end }) => [...boxesIn(read, start, end)].filter((box) => box.type === type))
  const whole = [{ start: 0, end: size }]
  return [
    ...ofType(whole, 'uuid').filter(({ start }) => XMP_UUID.equals(read(start, UUID_BYTES))),
    ...ofType(ofType(ofType(whole, 'moov'), 'udta'), 'XMP_'),
  ]
}

/** Makes a box free space of the same length, so that nothing moves. */
async function blank(file: FileHandle, { at, start, end }: Box): Promise<void> {
  await file.write('free', at + 4, 'latin1')
  await file.write(Buffer.alloc(end - start), 0, end - start, start)
}

/**
 * Gives the last box its true length where it has none or the file ends early, because it would contain what follows. Bytes after it
 * that are not a box hide what follows and are removed.
 * @returns where a box may be added: a `mfra` must stay last, because readers find it from the end
 */
async function closed(file: FileHandle, { type, at, header, end }: OuterBox): Promise<number> {
  const { size } = await file.stat()
  if (end < size) await file.truncate(end)
  else await writeSize(file, at, header, size - at)
  return type === 'mfra' ? at : Math.min(end, size)
}

async function writeSize(file: FileHandle, at: number, header: OuterBox['header'], length: number): Promise<void> {
  const size = Buffer.alloc(header === 16 ? 8 : 4)
  if (header === 16) size.writeBigUInt64BE(BigInt(length))
  else size.writeUInt32BE(length)
  await file.write(size, 0, size.length, header === 16 ? at + 8 : at)
}

/** Adds the packet before the rest of the file, which is short. */
async function append(file: FileHandle, at: number): Promise<void> {
  const { size } = await file.stat()
  const rest = Buffer.alloc(size - at)
  await file.read(rest, 0, rest.length, at)
  const content = Buffer.concat([XMP_UUID, Buffer.from(WRAPPED)])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + content.length)
  head.write('uuid', 4, 'latin1')
  const added = Buffer.concat([head, content, rest])
  await file.write(added, 0, added.length, at)
}
