import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SERVED } from '../../../src/http/rest/routes/documents.ts'
import { slugOf } from '../../guards/rules.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { startPrefixProxy } from '../../support/prefix-proxy.ts'

const gateway = await startTestGateway()
const keyless = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(gateway.url + path, { method, headers })

/** Targets of a Markdown text's links. */
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))

test('every guide and rule is served without a key, as it is in the sources', async () => {
  const pages = globSync(['docs/guides/*.md', 'docs/rules/*.md'], { exclude: ['docs/rules/README.md'] })
  assert.deepEqual(
    pages.filter((path) => !SERVED.includes(path)),
    [],
  )
  for (const path of SERVED) {
    const answer = await keyless(`/${path}`)
    const type = path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8'
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], path)
    assert.equal(await answer.text(), readFileSync(path, 'utf8'), path)
  }
})

test('every link of a served text leads to a served address and heading', async () => {
  let followed = 0
  for (const path of SERVED.filter((each) => each.endsWith('.md'))) {
    const here = new URL(`/${path}`, gateway.url)
    for (const link of linksOf(readFileSync(path, 'utf8')).filter((each) => /^(?!https?:)[./\w-]*[./#]/.test(each))) {
      const target = new URL(link, here)
      const answer = await fetch(target)
      assert.equal(answer.status, 200, `${path}: ${link}`)
      const anchor = target.hash.slice(1)
      assert.ok(anchor === '' || anchorsOf(await answer.text()).includes(anchor), `${path}: ${link}`)
      followed += 1
    }
  }
  assert.ok(followed >= 6)
})

test('llms.txt has a title, a summary and links that work', async () => {
  const answer = await keyless('/llms.txt')
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  const text = await answer.text()
  assert.match(text, /^# vidgate\n\n> [^\n]+\n(> [^\n]+\n)*\n/)
  assert.deepEqual(text.match(/^## .+$/gm), ['## Guides', '## Reference', '## Rules', '## Optional'])
  const links = linksOf(text)
  for (const path of SERVED) assert.ok(links.includes(path), path)
  for (const link of links) assert.equal((await keyless(`/${link}`)).status, 200, link)
})

test('under a path prefix llms.txt has whole addresses, and relative links in its texts work', async () => {
  const proxy = await startPrefixProxy('/studio')
  const own = await startTestGateway({}, { environment: { PUBLIC_URL: `${proxy.url}/` } })
  proxy.forwardTo(`http://127.0.0.1:${own.port}`)
  const links = linksOf(await (await fetch(`${proxy.url}/llms.txt`)).text())
  assert.ok(links.length > 10)
  for (const link of links) {
    assert.ok(link.startsWith(`${proxy.url}/`), link)
    assert.equal((await fetch(link)).status, 200, link)
  }
  const guide = await fetch(`${proxy.url}/docs/guides/rest.md`)
  const relative = linksOf(await guide.text()).filter((each) => each.startsWith('../'))
  assert.ok(relative.length > 0)
  for (const link of relative) assert.equal((await fetch(new URL(link, guide.url))).status, 200, link)
})

test('a text is sent again only if it has changed, compressed and to pages of any origin', async () => {
  const strict = await startTestGateway({}, { environment: { CORS_ORIGINS: 'https://console.example' } })
  for (const path of ['/llms.txt', '/docs/guides/rest.md', '/schema/schema.graphql']) {
    const headers = { origin: 'https://other.example', 'accept-encoding': 'br' }
    const first = await fetch(strict.url + path, { headers })
    assert.equal(first.headers.get('access-control-allow-origin'), '*')
    assert.equal(first.headers.get('content-encoding'), 'br')
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^".{22}"$/)
    const again = await keyless(path, { 'if-none-match': etag })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    const head = await keyless(path, {}, 'HEAD')
    assert.deepEqual([head.status, await head.text(), head.headers.get('etag')], [200, '', etag])
  }
})

test('nothing else of the sources is served', async () => {
  const paths = [
    '/docs',
    '/docs/',
    '/docs/guides',
    '/docs/operating.md',
    '/docs/rules/README.md',
    '/docs/decisions/money.md',
    '/README.md',
    '/package.json',
    '/schema/index.ts',
    '/docs/guides/..%2F..%2Fpackage.json',
    '/docs/guides/%2e%2e%2f%2e%2e%2fpackage.json',
    `/${encodeURIComponent('docs/guides/rest.md')}`,
    '/docs/guides/rest.md/',
  ]
  for (const path of paths) {
    const { status, body } = await gateway.call('GET', path)
    assert.deepEqual([status, body.error.code], [404, 'route_not_found'], path)
  }
  assert.equal((await keyless('/docs/guides/rest.md', {}, 'POST')).status, 405)
})
