import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** In UTF-16 units. */
const MOST_LINE = 1024 * 1024

/** Calls back for every line that is not empty; stops reading at a line of more than a megabyte. */
export function onLines(stream: Readable, onLine: (line: string) => void, onTooLong: () => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let given = false
  const take = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(line)
    if (rest.length <= MOST_LINE) return
    given = true
    rest = ''
    onTooLong()
  }
  stream.on('data', (part: Buffer) => {
    if (!given) take(decoder.write(part))
  })
  stream.once('end', () => {
    if (!given) take(`${decoder.end()}\n`)
  })
}
