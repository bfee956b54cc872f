const FIN_AND_TEXT = 0x81
/** Lengths of up to 16 bits follow in two bytes (RFC 6455, 5.2). */
const IN_16_BITS = 126
const LENGTH_MAX = 0xffff

/**
 * A text message as the frame of a server, header and text in one string to be written as latin1; null if it is longer, or is not
 * ASCII and so has other bytes.
 */
export function frameOf(text: string): string | null {
  const { length } = text
  if (length > LENGTH_MAX || Buffer.byteLength(text) !== length) return null
  if (length < IN_16_BITS) return String.fromCharCode(FIN_AND_TEXT, length) + text
  return String.fromCharCode(FIN_AND_TEXT, IN_16_BITS, length >> 8, length & 0xff) + text
}
