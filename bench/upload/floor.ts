import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'

/**
 * The minimum cost of an upload: busboy, sha256 and a file as durable as vidgate's (fsync, rename, fsync of the
 * folder). No key, no row, no check of the contents. `/discard` reads a body and discards it: the maximum rate of the
 * load generator.
 */
const folder = join(process.env['DATA_DIR'] ?? '.', 'floor')
await mkdir(folder, { recursive: true })
let files = 0

/**
 * One chunk is written while the next one is hashed. The fastest of four variants at 1 (MB/s at 1 and 20 at once): 375
 * and 442; one after the other 348 and 445; `createWriteStream` with a listener that hashes 341 and 430, behind a
 * Transform 340 and 408.
 */
async function receive(content: Readable, path: string): Promise<string> {
  await using file = await open(path, 'wx')
  const hash = createHash('sha256')
  let writing = Promise.resolve()
  const sink = new Writable({
    write(chunk, _encoding, done) {
      hash.update(chunk)
      const next = () => {
        writing = file.writeFile(chunk)
        writing.catch(() => {})
        done()
      }
      writing.then(next, done)
    },
    final: (done) => void writing.then(() => done(), done),
  })
  await pipeline(content, sink)
  return hash.digest('hex')
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

const server = createServer((request, response) => {
  if (request.url === '/discard') {
    request.resume().on('end', () => response.end('{"id":"none"}'))
    return
  }
  const parser = busboy({ headers: request.headers })
  parser.on('file', async (_name, content) => {
    const number = ++files
    const part = join(folder, `${number}.part`)
    const sha256 = await receive(content, part)
    await sync(part)
    const path = join(folder, `${number}-${sha256}`)
    await rename(part, path)
    await sync(folder)
    response.end(JSON.stringify({ id: path }))
  })
  request.pipe(parser)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
