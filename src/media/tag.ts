const ID3_HEADER_BYTES = 10
const APE_HEADER_BYTES = 32

/** Bytes that `skipTags` reads. */
export const TAG_HEADER_BYTES = APE_HEADER_BYTES

/** Position after the ID3v2 and APE tags at the beginning. */
export function skipTags(read: (at: number) => Buffer): number {
  let at = 0
  for (let length = tagLength(read(0)); length > 0; length = tagLength(read(at))) at += length
  return at
}

function tagLength(bytes: Buffer): number {
  return id3Length(bytes) || apeLength(bytes)
}

function id3Length(bytes: Buffer): number {
  if (bytes.length < ID3_HEADER_BYTES || bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = bytes.subarray(6, ID3_HEADER_BYTES)
  // Seven bits a byte; if an eighth bit is set, this is not a tag.
  if (size.some((byte) => byte > 127)) return 0
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0
  return size.reduce((sum, byte) => sum * 128 + byte, 0) + ID3_HEADER_BYTES * (hasFooter ? 2 : 1)
}

/**
 * The length of an APE tag before the sound, which excludes its header. Only a tag whose flags say that it has a header counts.
 */
function apeLength(bytes: Buffer): number {
  if (bytes.length < APE_HEADER_BYTES || bytes.toString('latin1', 0, 8) !== 'APETAGEX') return 0
  const isHeader = (bytes.readUInt32LE(20) & 0x2000_0000) !== 0
  return isHeader ? bytes.readUInt32LE(12) + APE_HEADER_BYTES : 0
}

/** Whether a tag that follows the sound begins at a position: ID3v1, APE or Lyrics3. */
export function isTrailingTag(bytes: Buffer, at: number): boolean {
  return ['TAG', 'APETAGEX', 'LYRICS'].some((word) => bytes.toString('latin1', at, at + word.length) === word)
}
