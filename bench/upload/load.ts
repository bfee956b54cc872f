import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Sent, Wave } from './waves.ts'

/** The process that uploads: a real video, made as long as is wanted by a `free` box behind it. */

const BOUNDARY = '----vidgate-bench'
const HEAD =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nreference\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="video.mp4"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
const END = `\r\n--${BOUNDARY}--\r\n`
const VIDEO = readFileSync(new URL('../../test/corpus/black-10s.mp4', import.meta.url))
const ZEROS = Buffer.alloc(1024 * 1024)

async function upload({ url, key, bytes }: Wave): Promise<string> {
  const padding = bytes - VIDEO.length
  const box = Buffer.alloc(8)
  box.writeUInt32BE(padding, 0)
  box.write('free', 4, 'latin1')
  const length = HEAD.length + bytes + END.length
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': length,
  }
  const sending = request(url, { method: 'POST', headers, agent: false })
  const answered = once(sending, 'response')
  const write = async (chunk: string | Buffer) => {
    if (!sending.write(chunk)) await once(sending, 'drain')
  }
  await write(HEAD)
  await write(VIDEO)
  await write(box)
  for (let left = padding - box.length; left > 0; left -= ZEROS.length) {
    await write(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS)
  }
  sending.end(END)
  const [response] = await answered
  const body = await text(response)
  if (response.statusCode !== 200 && response.statusCode !== 201) throw new Error(`${response.statusCode} ${body}`)
  return JSON.parse(body).id
}

process.on('message', async (wave: Wave) => {
  const start = performance.now()
  try {
    const ids = await Promise.all(Array.from({ length: wave.atOnce }, () => upload(wave)))
    process.send?.({ ids, ms: performance.now() - start } satisfies Sent)
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
  }
})
process.once('disconnect', () => process.exit(0))
process.send?.({ ready: 'http://load' })
