import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createWeb, type Web } from '../../../src/http/web.ts'

const HTML = '<!doctype html><title>vidgate</title><script src="./assets/index-1a2b.js"></script>'
const SCRIPT = 'console.log(1)'

/** A small build, laid out as by `npm run build`. */
async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), HTML)
  await writeFile(join(folder, 'assets/index-1a2b.js'), SCRIPT)
  await writeFile(join(folder, 'assets/index-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets/index-1a2b.js.gz'), gzipSync(SCRIPT))
  return folder
}

async function serve(web: Web): Promise<number> {
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    if (web.has(path)) web.answer(incoming, response, path)
    else if (!web.answerMissing(incoming, response, path)) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path, method, headers, host: '127.0.0.1' }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

const built = await serve(createWeb(await build()))
const bare = await serve(createWeb(join(tmpdir(), 'vidgate-test-never-built')))

test('every page is the same document, revalidated and with a strict policy', async () => {
  for (const path of ['/', '/credits', '/keys', '/webhooks', '/operator']) {
    const { status, headers, bytes } = await ask(built, path)
    assert.deepEqual([status, headers['cache-control'], bytes.toString()], [200, 'no-cache', HTML], path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
  }
})

test('an asset is cached for ever and sent as the build compressed it', async () => {
  for (const [accepted, coding, bytes] of [
    ['gzip, deflate, br', 'br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip', gzipSync(SCRIPT)],
    ['br;q=0, gzip', 'gzip', gzipSync(SCRIPT)],
    ['identity', undefined, Buffer.from(SCRIPT)],
  ] as const) {
    const answer = await ask(built, '/assets/index-1a2b.js', { 'accept-encoding': accepted })
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers['content-encoding'], coding)
    assert.equal(answer.headers.vary, 'Accept-Encoding')
    assert.deepEqual(answer.bytes, bytes)
  }
})

test('a cached asset is not sent again, and HEAD has no body', async () => {
  const { headers } = await ask(built, '/')
  for (const tags of [String(headers.etag), `"other", W/${headers.etag}`]) {
    const again = await ask(built, '/', { 'if-none-match': tags })
    assert.deepEqual([again.status, again.bytes.length], [304, 0])
  }
  const head = await ask(built, '/', {}, 'HEAD')
  assert.deepEqual([head.status, head.headers['content-length'], head.bytes.length], [200, String(HTML.length), 0])
})

test('all other addresses are left to the APIs', async () => {
  for (const path of ['/v1/videos', '/assets/none.js', '/assets/../index.html', '/index.html.br', '/credits/']) {
    assert.equal((await ask(built, path)).status, 418, path)
  }
})

test('a browser that opens an unknown address gets the console, with 404', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const [path, script] of [
    ['/nonsense', './assets/index-1a2b.js'],
    ['/credits/', '../assets/index-1a2b.js'],
    ['/a/b/c', '../../assets/index-1a2b.js'],
  ] as const) {
    const { status, headers, bytes } = await ask(built, path, { accept })
    assert.deepEqual([status, headers['cache-control']], [404, 'no-store'], path)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    assert.equal(bytes.toString(), HTML.replace('./assets/index-1a2b.js', script))
  }
  for (const [path, asked, method] of [
    ['/nonsense', { accept: '*/*' }, 'GET'],
    ['/nonsense', {}, 'GET'],
    ['/nonsense', { accept }, 'POST'],
    ['/v1/nonsense', { accept }, 'GET'],
    ['/graphql/', { accept }, 'GET'],
    ['/admin/nonsense', { accept }, 'GET'],
  ] as const) {
    assert.equal((await ask(built, path, asked, method)).status, 418, `${method} ${path}`)
  }
  assert.equal((await ask(bare, '/nonsense', { accept })).status, 418)
})

test('a gateway without a built console explains what to do', async () => {
  const { status, headers, bytes } = await ask(bare, '/')
  assert.deepEqual([status, headers['cache-control']], [404, 'no-store'])
  assert.match(bytes.toString(), /npm run build/)
  assert.equal((await ask(bare, '/favicon.svg')).status, 418)
})
