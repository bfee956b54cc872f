import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '../../packages/client/src/index.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { WHOLE } from '../clients/documents.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { openPage } from '../support/browser.ts'
import { bundled, folderWithClient } from '../support/client-package.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'

/** `@vidgate/client` in a page of another origin than the gateway. */

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const { url, key } = gateway
const owner = createClient({ url, key })

const base = await mkdtemp(join(tmpdir(), 'vidgate-page-'))
after(() => rm(base, { recursive: true, force: true }))

/** The example of the README, in StrictMode, beside the client itself for the other tests. */
async function bundle(gatewayUrl: string): Promise<string> {
  const readme = await readFile('packages/client/README.md', 'utf8')
  const [, app = assert.fail('the README has no example for React')] = /```jsx\n([\s\S]*?)```/.exec(readme) ?? []
  const folder = await folderWithClient(base)
  const main = `
    import { StrictMode, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { App } from './app.jsx'
    export { createClient } from '@vidgate/client'
    export function start(ids) {
      const root = createRoot(document.getElementById('root'))
      root.render(<StrictMode>{ids.map((id, at) => <App key={at} id={id} />)}</StrictMode>)
      return () => root.unmount()
    }`
  await writeFile(join(folder, 'app.jsx'), app.replace('http://localhost:4000', gatewayUrl))
  await writeFile(join(folder, 'main.jsx'), main)
  return bundled(folder, 'main.jsx', false)
}

const code = await bundle(url)

/** The page's server: it has the key, and makes tokens. */
const asked: string[] = []
/** Whose videos a page lists. */
let groupId = ''
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://page')
  if (pathname === '/tokens') {
    const id = searchParams.get('id') ?? ''
    asked.push(id)
    const body = id === '' ? { group_id: groupId } : { task_id: id }
    response.end((await owner.readToken(body)).token)
    return
  }
  response.setHeader('content-type', pathname === '/main.js' ? 'text/javascript' : 'text/html')
  response.end(pathname === '/main.js' ? code : '<!doctype html><div id="root"></div>')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function visit(): Promise<{ page: Page; complaints: string[] }> {
  const page = await openPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(origin)
  return { page, complaints }
}

test('a page sees every state once, through a restart of the gateway, and ends with the video', async () => {
  const gone = await startSecondGateway(gateway)
  const { id } = await owner.create({ prompt: 'x' })
  const { page, complaints } = await visit()
  const states: string[] = []
  let work: Promise<unknown> | null = null
  let back: Awaited<ReturnType<typeof startSecondGateway>> | null = null
  // The browser calls `restart` outside of this test, where a hook would belong to none.
  after(() => back?.close())
  const restart = async () => {
    await gone.close()
    await encode(gateway, id)
    const port = Number(new URL(gone.url).port)
    back = await startSecondGateway({ ...gateway, config: { ...gateway.config, port } })
    await renderAndPackage(gateway, id)
  }
  await page.exposeFunction('seen', (state: string) => {
    states.push(state)
    work ??= restart()
  })
  const program = `(async () => {
    const { createClient } = await import('/main.js')
    const token = async (id) => (await fetch('/tokens?id=' + id)).text()
    const client = createClient({ url: ${JSON.stringify(gone.url)}, token })
    let last
    for await (const { seq, video } of client.states(${JSON.stringify(id)})) {
      await window.seen(seq + ' ' + video.status.toUpperCase())
      last = video
    }
    return last.output.video_uri
  })()`
  assert.match(await page.evaluate<string>(program), /\/v1\/videos\/vid_\w+\/content\?/)
  await work
  assert.deepEqual(states, WHOLE)
  assert.equal(asked.filter((each) => each === id).length, 1)
  assert.deepEqual(complaints, [])
})

test('hooks are live in StrictMode, share one stream for a video and one for lists, and end with their components', async () => {
  const group = await owner.create({ prompt: 'x', n: 2 })
  groupId = group.group_id
  const [first, second] = group.data.map(({ id }) => id)
  assert.ok(first && second)
  const { page, complaints } = await visit()
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'OPTIONS') return
    const path = new URL(request.url()).pathname
    if (path.endsWith('/events') || path === '/graphql') streams.push(path)
  })
  await page.evaluate(
    `import('/main.js').then(({ start }) => { window.stop = start(${JSON.stringify([first, first])}) })`,
  )
  await page.locator('progress').nth(1).waitFor()
  const items = page.locator('li')
  await items.nth(3).waitFor()
  assert.deepEqual(await items.allTextContents(), Array(4).fill('queued 0 %'))
  await encode(gateway, first)
  await renderAndPackage(gateway, first)
  await page.locator('video').nth(1).waitFor()
  await items.filter({ hasText: 'succeeded 100 %' }).nth(1).waitFor()
  await owner.cancel(second)
  await items.filter({ hasText: 'cancelled' }).nth(1).waitFor()
  await owner.delete(second)
  await page.waitForFunction('document.querySelectorAll("li").length === 2')
  assert.deepEqual(streams.sort(), ['/graphql', `/v1/videos/${first}/events`])
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'))
  await page.evaluate('window.stop()')
  await ended
  assert.deepEqual(complaints, [])
})

test('an upload reports its progress to the end', async () => {
  const { page } = await visit()
  const picture = (await readFile('test/corpus/photo-exif6.jpg')).toString('base64')
  const program = `(async () => {
    const { createClient } = await import('/main.js')
    const client = createClient({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} })
    const file = new File([Uint8Array.from(atob('${picture}'), (each) => each.charCodeAt(0))], 'photo.jpg')
    const seen = []
    const { filename, bytes } = await client.upload(file, { purpose: 'input_image', onProgress: (each) => seen.push(each) })
    const wrong = await client.upload(new Blob(['x']), { purpose: 'reference', onProgress() {} }).catch((error) => error)
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    const aborted = await client
      .upload(file, { purpose: 'reference', signal: stop.signal, onProgress() {} })
      .catch((error) => error.message)
    return { filename, bytes, first: seen[0], last: seen.at(-1), code: wrong.code, requestId: wrong.requestId, aborted }
  })()`
  const { requestId, ...seen } = await page.evaluate<Record<string, unknown>>(program)
  const total = Buffer.from(picture, 'base64').length
  assert.deepEqual(seen, {
    filename: 'photo.jpg',
    bytes: total,
    first: { sent: 0, total },
    last: { sent: total, total },
    code: 'unsupported_media_type',
    aborted: 'enough',
  })
  assert.match(String(requestId), /^req_/)
})
