import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { openPage } from '../../support/browser.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { startPrefixProxy } from '../../support/prefix-proxy.ts'
import { buildConsole, openConsole, promptOf, signIn } from './page.ts'

buildConsole()
const proxy = await startPrefixProxy('/studio')
const gateway = await startTestGateway({ scopes: SCOPES }, { environment: { PUBLIC_URL: `${proxy.url}/` } })
proxy.forwardTo(`http://127.0.0.1:${gateway.port}`)

test('under a path prefix the console signs in, is pushed to, changes pages and reloads', async () => {
  const { page, foreign, complaints } = await openConsole(proxy.url)
  const pushed = Promise.withResolvers<string>()
  page.on('websocket', (socket) => socket.once('framereceived', () => pushed.resolve(socket.url())))
  await signIn(page, gateway.key)
  assert.equal(await pushed.promise, `${proxy.url.replace('http', 'ws')}/graphql`)
  await promptOf(page).fill('a lake at sunset')
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('link', { name: 'Credits' }).first().click()
  assert.equal(page.url(), `${proxy.url}/credits`)
  await page.reload()
  await signIn(page, gateway.key)
  assert.equal(page.url(), `${proxy.url}/credits`)
  assert.deepEqual([foreign, complaints], [[], []])
})

test('an unknown address shows that there is no page, and leads back, also under a path prefix', async () => {
  for (const url of [proxy.url, `http://127.0.0.1:${gateway.port}`]) {
    const { page, complaints } = await openConsole(url, '/no/such/page')
    await page.getByText('There is no page at this address.').waitFor()
    await page.getByRole('link', { name: 'To the studio' }).click()
    await page.getByLabel('API key').waitFor()
    assert.equal(page.url(), `${url}/`)
    assert.deepEqual(complaints, [])
  }
  const { status, headers } = await fetch(`${proxy.url}/nonsense`)
  assert.deepEqual([status, headers.get('content-type')?.split(';')[0]], [404, 'application/json'])
})

test('under a path prefix the explorer and the playground call the gateway', async () => {
  const docs = await openPage()
  await docs.goto(`${proxy.url}/v1/explorer`)
  const pricing = docs.locator('#operations-Credits-getPricing')
  await pricing.locator('.opblock-summary-control').click()
  await pricing.getByRole('button', { name: 'Try it out' }).click()
  const called = docs.waitForRequest(`${proxy.url}/v1/pricing`)
  await pricing.getByRole('button', { name: 'Execute' }).click()
  await called
  const link = docs.getByRole('link', { name: 'error catalogue' }).first()
  const address = await link.evaluate((element) => (element as unknown as { href: string }).href)
  assert.equal(address, `${proxy.url}/v1/docs/errors`)
  const playground = await openPage()
  const asked = playground.waitForRequest((request) => request.method() === 'POST')
  await playground.goto(`${proxy.url}/graphql`)
  assert.equal((await asked).url(), `${proxy.url}/graphql`)
})

test('the OpenAPI document names PUBLIC_URL as its server, and / without it', async () => {
  const servers = async (url: string) => (await (await fetch(`${url}/v1/openapi.json`)).json()).servers
  assert.deepEqual(await servers(proxy.url), [{ url: proxy.url, description: 'This service.' }])
  const other = await startTestGateway({}, { own: true })
  assert.deepEqual(await servers(other.url), [{ url: '/', description: 'This service.' }])
})
