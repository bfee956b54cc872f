import { boxesIn } from '../../src/media/boxes.ts'

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** The XMP packets of an mp4's outermost boxes. */
export function packetsIn(file: Buffer): string[] {
  const read = (at: number, length: number) => file.subarray(at, at + length)
  return [...boxesIn(read, 0, file.length)].flatMap(({ type, start, end }) =>
    type === 'uuid' && XMP_UUID.equals(read(start, 16)) ? [file.toString('utf8', start + 16, end)] : [],
  )
}

/** The IPTC digital source types that a packet names. */
export function sourceTypesIn(packet: string): string[] {
  return [...packet.matchAll(/<Iptc4xmpExt:DigitalSourceType>(.*?)<\/Iptc4xmpExt:DigitalSourceType>/g)].map(
    ([, type = '']) => type,
  )
}

/** IPTC’s term for media that a trained model made. */
export const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
