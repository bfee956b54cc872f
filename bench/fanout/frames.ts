/** WebSocket frames (RFC 6455, 5.2), as far as a client needs them that trusts its server. */

export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** A client's frame. Its mask is zero, which leaves the text unchanged. */
export function frameOf(opcode: number, text: string): Buffer {
  const { length } = text
  const head = length < 126 ? [128 | opcode, 128 | length] : [128 | opcode, 128 | 126, length >> 8, length & 255]
  return Buffer.from([...head, 0, 0, 0, 0, ...Buffer.from(text, 'latin1')])
}

/** Receives a frame's payload: `data` from `from` up to `to`. */
export type Take = (opcode: number, data: Buffer, from: number, to: number) => void

/** Passes on each complete frame of `data`. @returns the offset of the first incomplete one */
export function eachFrame(data: Buffer, end: number, take: Take): number {
  let at = 0
  while (end - at >= 2) {
    let length = (data[at + 1] ?? 0) & 127
    let from = at + 2
    if (length === 127) throw new Error('a frame of more than 64 KiB')
    if (length === 126) {
      if (end - at < 4) break
      length = data.readUInt16BE(from)
      from += 2
    }
    if (from + length > end) break
    take((data[at] ?? 0) & 15, data, from, from + length)
    at = from + length
  }
  return at
}
