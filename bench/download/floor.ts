import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/**
 * The minimum cost of a download in Node: a read stream of 1 MiB chunks, piped. No key, no row, no check that the file
 * exists. `/memory` sends the same bytes without reading them: the maximum rate of the load generator.
 */
const path = process.env['FILE'] ?? ''
const { size } = statSync(path)
const CHUNK = 1024 * 1024
const memory = readFileSync(path)

const server = createServer((request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const [start, end] = first === undefined ? [0, size - 1] : [Number(first), Number(last)]
  const range = first === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }
  const headers = { 'Content-Type': 'video/mp4', 'Content-Length': end - start + 1, 'Accept-Ranges': 'bytes', ...range }
  response.writeHead(first === undefined ? 200 : 206, headers)
  const source =
    request.url === '/memory'
      ? Readable.from(chunksOf(memory.subarray(start, end + 1)), { objectMode: false, highWaterMark: CHUNK })
      : createReadStream(path, { start, end, highWaterMark: CHUNK })
  pipeline(source, response, () => {})
})

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
