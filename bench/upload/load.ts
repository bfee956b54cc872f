import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { contentOf } from './content.ts'
import type { Sent, Wave } from './waves.ts'

/** The process that uploads. */

const BOUNDARY = '----vidgate-bench'
const HEAD =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nreference\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="video.mp4"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
const END = `\r\n--${BOUNDARY}--\r\n`

async function upload({ url, key, bytes }: Wave): Promise<string> {
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
  for (const chunk of contentOf(bytes)) await write(chunk)
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
