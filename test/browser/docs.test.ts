import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ERROR_CODES } from '../../src/errors.ts'
import { openPage } from '../support/browser.ts'
import { startTestGateway } from '../support/gateway.ts'
import { internalWords } from '../support/internal-words.ts'

const gateway = await startTestGateway()

interface Visit {
  readonly page: Page
  /** Its requests. */
  readonly urls: string[]
  /** Its errors, warnings and policy refusals. */
  readonly complaints: string[]
}

async function visit(path: string): Promise<Visit> {
  const page = await openPage()
  const [urls, complaints]: [string[], string[]] = [[], []]
  page.on('request', (request) => urls.push(request.url()))
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(gateway.url + path)
  return { page, urls, complaints }
}

test('the explorer shows the document, runs calls, and loads only from the gateway', async () => {
  const { page, urls, complaints } = await visit('/v1/explorer')
  await page.locator('#operations-Videos-createVideo').waitFor()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.getByRole('textbox', { name: 'auth-bearer-value' }).first().fill(gateway.key)
  await page.getByRole('button', { name: 'Apply credentials' }).first().click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  const pricing = page.locator('#operations-Credits-getPricing')
  await pricing.locator('.opblock-summary-control').click()
  await pricing.getByRole('button', { name: 'Try it out' }).click()
  await pricing.getByRole('button', { name: 'Execute' }).click()
  await pricing.locator('.live-responses-table').getByText('"object": "pricing"').waitFor()
  const paths = urls.map((url) => url.replace(gateway.url, ''))
  const own = ['swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'start.js']
  const assets = own.map((name) => `/v1/docs/assets/${name}`)
  const expected = ['/v1/explorer', ...assets, '/v1/openapi.json', '/v1/pricing']
  assert.deepEqual(paths.filter((path) => !path.startsWith('data:')).sort(), expected.sort())
  assert.deepEqual(complaints, [])
})

test('the reference has every operation, event and object, and loads nothing', async () => {
  const { page, urls, complaints } = await visit('/v1/docs#createVideo')
  assert.ok(await page.locator('#createVideo:target').isVisible())
  const document = (await gateway.call('GET', '/v1/openapi.json')).body
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values)
  const ids = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(document.webhooks),
    ...Object.keys(document.components.schemas),
  ]
  for (const id of ids) assert.equal(await page.locator(`article[id="${id}"]`).count(), 1, id)
  const create = page.locator('#createVideo')
  assert.match((await create.textContent()) ?? '', /POST \/v1\/videos\n[\s\S]*duration number · 5 to 15 · default 5/)
  assert.match(
    (await create.locator('.example').textContent()) ?? '',
    /curl -s -X POST "\$BASE\/videos"[\s\S]*"id": "vid_/,
  )
  assert.deepEqual(urls, [`${gateway.url}/v1/docs`])
  assert.deepEqual(complaints, [])
})

test('every link of the reference leads to an anchor or a served address', async () => {
  const { page } = await visit('/v1/docs')
  const hrefs = (await page.evaluate('[...new Set([...document.links].map((link) => link.href))]')) as string[]
  assert.ok(hrefs.length > 100, String(hrefs.length))
  const texts = new Map<string, string>()
  for (const href of hrefs) {
    const [address = '', anchor] = href.split('#')
    if (!texts.has(address)) {
      const answer = await fetch(address)
      assert.equal(answer.status, 200, href)
      texts.set(address, await answer.text())
    }
    if (anchor !== undefined) assert.ok(texts.get(address)?.includes(` id="${anchor}"`), href)
  }
})

test('the reference fits a phone, follows the colour scheme and has no internal words', async () => {
  const { page } = await visit('/v1/docs')
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.notEqual(await background(), light)
  assert.deepEqual(internalWords(await (await fetch(`${gateway.url}/v1/docs`)).text()), [])
})

test('the error catalogue has every code at its anchor, on a phone too', async () => {
  const { page, urls, complaints } = await visit('/v1/docs/errors#file_expired')
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  for (const code of ERROR_CODES) assert.equal(await page.locator(`article#${code}`).count(), 1, code)
  assert.ok(await page.locator('#file_expired:target').isVisible())
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.notEqual(await background(), light)
  assert.deepEqual(urls, [`${gateway.url}/v1/docs/errors`])
  assert.deepEqual(complaints, [])
})

test('the error catalogue has status, type, retry and operations of each code', async () => {
  const answer = await fetch(`${gateway.url}/v1/docs/errors`)
  const html = await answer.text()
  assert.match(
    html,
    /<h2 id="402">402 <code>insufficient_balance_error<\/code><\/h2>\n<article id="insufficient_balance">/,
  )
  assert.match(html, /<article id="fail_reason\.queue_timeout">/)
  assert.match(
    html,
    /id="upscale_price_changed">[\s\S]*?<dt>Returned by<\/dt><dd><code>POST \/v1\/videos\/{id}\/upscale</,
  )
  assert.match(html, /after the seconds of <code>Retry-After<\/code>/)
  assert.deepEqual(internalWords(html), [])
})

test('pages forbid framing and foreign scripts, and no other files are served', async () => {
  for (const path of ['/v1/docs', '/v1/explorer', '/v1/docs/errors']) {
    const { status, headers } = await fetch(gateway.url + path)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  }
  for (const name of ['swagger-ui.js', 'package.json', '..%2Fpackage.json', 'constructor']) {
    const { status, body } = await gateway.call('GET', `/v1/docs/assets/${name}`)
    assert.deepEqual([status, body.error.code], [404, 'route_not_found'])
  }
})
