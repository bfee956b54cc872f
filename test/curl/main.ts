import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { bodyOf } from './body.ts'
import { type Request, readCommandLine } from './command-line.ts'

/**
 * Replaces curl, so that the commands of the guides run on every machine. It supports the options that this repository
 * uses, and fails for any other. A server sees the same HTTP as from curl: a body over 1 MB is announced with Expect,
 * and a body is no longer sent after a refusal.
 */

const ANNOUNCED = 1024 * 1024
const REDIRECTS_MAX = 50

async function ask(wanted: Request): Promise<IncomingMessage> {
  const body = bodyOf(wanted)
  const expects = body && body.bytes > ANNOUNCED ? { expect: '100-continue' } : {}
  const length = body ? { 'content-length': String(body.bytes) } : {}
  const headers = { ...body?.headers, ...expects, ...length, ...wanted.headers }
  const request = open(wanted.url, { method: wanted.method, headers, agent: false })
  const answer = once(request, 'response') as Promise<[IncomingMessage]>
  if (!body) request.end()
  else void send(request, answer, body.open(), 'expect' in headers ? wanted.patienceMs : 0)
  const [response] = await answer
  return response
}

/** Sends a body until it ends or is answered, possibly before its start. */
async function send(request: ClientRequest, answer: Promise<unknown>, body: AsyncIterable<Buffer>, patienceMs: number) {
  let isAnswered = false
  // The call that started it reports a failure.
  const answered = answer.then(
    () => {
      isAnswered = true
    },
    () => {
      isAnswered = true
    },
  )
  // After an answer a broken connection does not matter.
  request.on('error', () => {})
  if (patienceMs > 0) {
    request.flushHeaders()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([once(request, 'continue'), answered, promise]).catch(() => {})
    clearTimeout(timer)
  }
  for await (const chunk of body) {
    if (isAnswered || request.destroyed) return
    if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered]).catch(() => {})
  }
  if (!isAnswered) request.end()
}

async function follow(wanted: Request): Promise<IncomingMessage> {
  let url = wanted.url
  for (let count = 0; count <= REDIRECTS_MAX; count++) {
    const response = await ask({ ...wanted, url })
    const { location } = response.headers
    if (!wanted.follows || location === undefined) return response
    if (wanted.method !== 'GET') throw new Error('redirects are followed only for GET')
    response.resume()
    url = new URL(location, url)
    if (url.host !== wanted.url.host) throw new Error('redirects to another host are not followed')
  }
  throw new Error('there are too many redirects')
}

try {
  const wanted = readCommandLine(process.argv.slice(2))
  const response = await follow(wanted)
  const output = wanted.output === null ? process.stdout : createWriteStream(wanted.output)
  await pipeline(response, output, { end: wanted.output !== null })
  process.stdout.write(wanted.ending.replaceAll('\\n', '\n').replaceAll('%{http_code}', String(response.statusCode)))
  // A connection that ended during a body.
  process.stdout.write('', () => process.exit())
} catch (error) {
  console.error(`curl: ${String(error)}`)
  process.exit(2)
}
