import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'

/**
 * What an upload costs at least: busboy, sha256 and a file that is durable before it is named (fsync, rename), as ours is.
 * No key, no row, no look into the file. `?discard` reads a body and throws it away: how fast the load itself can go.
 */
const folder = join(process.env['DATA_DIR'] ?? '.', 'floor')
await mkdir(folder, { recursive: true })
let number = 0

const server = createServer((request, response) => {
  if (request.url === '/discard') {
    request.resume().on('end', () => response.end('{"id":"none"}'))
    return
  }
  const parser = busboy({ headers: request.headers })
  parser.on('file', async (_name, content) => {
    const path = join(folder, `${++number}`)
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(content, hashing, createWriteStream(`${path}.part`))
    const file = await open(`${path}.part`, 'r')
    await file.sync()
    await file.close()
    await rename(`${path}.part`, path)
    response.end(JSON.stringify({ id: path, sha256: hash.digest('hex') }))
    // Made room for at once; ours is deleted after its round.
    await rm(path)
  })
  request.pipe(parser)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
