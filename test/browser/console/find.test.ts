import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { buildConsole, callAs, faultsOf, openConsole, signIn } from './page.ts'

/** Search, days, stars and the selection of several videos in the gallery. */

buildConsole()
const gateway = await startTestGateway({ creditMicro: 10_000_000_000n, concurrencyLimit: 1000 })
const { pool } = gateway.rooms.resources

const HOUR_MS = 3_600_000

/** Videos of a new account, oldest first, each created so many hours ago; those that are done have a film. */
async function openGallery(videos: readonly (readonly [prompt: string, hoursAgo: number])[], isDone = false) {
  const { key } = await gateway.newAccount({ scopes: SCOPES })
  const call = callAs(gateway, key)
  const ids: string[] = []
  for (const [prompt, hours] of videos) {
    const { body } = await call('POST', '/v1/videos', { prompt, aspect_ratio: '1:1' })
    await pool.query('update task set created_at = $2 where id = $1', [body.id, new Date(Date.now() - hours * HOUR_MS)])
    ids.push(body.id)
  }
  if (isDone) {
    const worker = await startQuickWorker(gateway)
    await until(async () => (await call('GET', '/v1/videos?status=succeeded')).body.data.length === ids.length)
    await worker.end()
  }
  const { page, complaints } = await openConsole(gateway.url)
  await signIn(page, key)
  await shownAre(page, videos.map(([prompt]) => prompt).toReversed())
  return { page, complaints, call, key, ids }
}

const cards = (page: Page): Locator => page.locator('[data-work]')
const card = (page: Page, prompt: string): Locator => page.locator(`[data-work][aria-label="${prompt}"]`)
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search your videos' })
const filter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()

/** Waits until exactly these are shown, in this order. */
async function shownAre(page: Page, prompts: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll('[data-work]')].map((each) => each.getAttribute('aria-label'))
    return shown.join('\n') === wanted
  }, prompts.join('\n'))
}

const LAKES = [
  ['a heron over the lake', 3],
  ['a street', 2],
  ['a lake, 100% calm', 1],
] as const

test('the search finds prompts and ids, stays over a reload, and is left with Esc', async () => {
  const { page, ids, key, complaints } = await openGallery(LAKES)
  await search(page).waitFor()
  await page.getByRole('heading', { name: 'Today' }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('LAKE')
  await shownAre(page, ['a lake, 100% calm', 'a heron over the lake'])
  await page.getByText('2 videos found').waitFor({ state: 'attached' })
  await page.reload()
  await signIn(page, key)
  await shownAre(page, ['a lake, 100% calm', 'a heron over the lake'])
  assert.equal(await search(page).inputValue(), 'LAKE')
  await search(page).fill(ids[1] ?? '')
  await shownAre(page, ['a street'])
  await search(page).fill('0%')
  await shownAre(page, ['a lake, 100% calm'])
  await search(page).fill('nowhere')
  await page.getByText('Nothing found').waitFor()
  await search(page).press('Escape')
  await shownAre(page, ['a lake, 100% calm', 'a street', 'a heron over the lake'])
  assert.equal(await search(page).inputValue(), '')
  assert.deepEqual(complaints, [])
})

test('a search reads works that are not loaded yet, with the filter, and shows new ones that it finds', async () => {
  const { key } = await gateway.newAccount({ scopes: SCOPES })
  const call = callAs(gateway, key)
  const first = await call('POST', '/v1/videos', { prompt: 'the first heron' })
  await pool.query(
    `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', 'vid_' || lpad(i::text, 26, '0'),
       'prompt', 'a street ' || i, 'created_at', t.created_at + i * interval '1 ms'))).*
     from task t, generate_series(1, 40) i where t.id = $1`,
    [first.body.id],
  )
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await card(page, 'a street 40').waitFor()
  await search(page).fill('heron')
  await shownAre(page, ['the first heron'])
  await filter(page, 'Done')
  await page.getByText('Nothing found').waitFor()
  await filter(page, 'In progress')
  await shownAre(page, ['the first heron'])
  await call('POST', '/v1/videos', { prompt: 'another Heron' })
  await shownAre(page, ['another Heron', 'the first heron'])
})

test('days are headings, in the time zone of the viewer', async () => {
  const noon = new Date().setHours(12, 0, 0, 0)
  const hoursTo = (time: number) => (Date.now() - time) / HOUR_MS
  const { page } = await openGallery([
    ['long ago', hoursTo(Date.parse('2024-02-29T12:00:00Z'))],
    ['of yesterday', hoursTo(noon - 24 * HOUR_MS)],
    ['of today', 0],
  ])
  const headings = page.getByRole('region', { name: 'Your videos' }).getByRole('heading')
  assert.deepEqual(await headings.allTextContents(), ['Today', 'Yesterday', 'Thursday, February 29, 2024'])
})

test('a star stays in the browser for its account, and its filter finds works that are not loaded', async () => {
  const { page, key, call, ids } = await openGallery(LAKES)
  await card(page, 'a street').hover()
  await card(page, 'a street').getByRole('button', { name: 'Star', pressed: false }).click()
  await card(page, 'a street').getByRole('button', { name: 'Star', pressed: true }).waitFor()
  await filter(page, 'Starred')
  await shownAre(page, ['a street'])
  // Thirty newer ones fill the first page.
  await pool.query(
    `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', 'vid_' || lpad($2 || i::text, 26, '0'),
       'prompt', 'more ' || i, 'created_at', now()))).* from task t, generate_series(1, 30) i where t.id = $1`,
    [ids[0], '7'],
  )
  await page.reload()
  await signIn(page, key)
  await shownAre(page, ['a street'])
  await search(page).fill('lake')
  await page.getByText('Nothing found').waitFor()
  await search(page).fill('street')
  await shownAre(page, ['a street'])

  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  const stranger = await gateway.newAccount({ scopes: SCOPES })
  await callAs(gateway, stranger.key)('POST', '/v1/videos', { prompt: 'of another' })
  await signIn(page, stranger.key)
  await shownAre(page, ['of another'])
  await filter(page, 'Starred')
  await page.getByText('Nothing is starred in this browser').waitFor()

  await call('POST', `/v1/videos/${ids[1]}/cancel`)
  assert.equal((await call('DELETE', `/v1/videos/${ids[1]}`)).status, 200)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await signIn(page, key)
  await filter(page, 'Starred')
  await page.getByText('Nothing is starred in this browser').waitFor()
})

test('several videos are selected by keyboard, downloaded one after the other and deleted with Undo', async () => {
  const { page, call, ids, complaints } = await openGallery(LAKES, true)
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.focus()
  await page.keyboard.press('Enter')
  const boxes = page.getByRole('checkbox', { name: 'Select: ' })
  await boxes.nth(0).focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+Space')
  await page.getByText('3 selected').waitFor()
  await boxes.nth(1).uncheck()
  await page.getByText('2 selected').waitFor()
  await boxes.nth(1).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  assert.deepEqual(await faultsOf(page), [])

  const bar = page.getByRole('toolbar', { name: 'Selected videos' })
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  await bar.getByRole('button', { name: 'Download 3' }).click()
  await until(async () => saved.length === 3)
  assert.deepEqual(
    saved,
    ids.toReversed().map((id) => `${id}.mp4`),
  )

  await boxes.nth(0).uncheck()
  await bar.getByRole('button', { name: 'Delete 2' }).click()
  await shownAre(page, ['a lake, 100% calm'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await shownAre(page, ['a lake, 100% calm', 'a street', 'a heron over the lake'])
  // A deletion that does not reach the gateway shows the videos again.
  const isDelete = (body: string | null) => body?.includes('DeleteWork') ?? false
  await page.route('**/graphql', (route) => (isDelete(route.request().postData()) ? route.abort() : route.continue()))
  await bar.getByRole('button', { name: 'Delete 2' }).click()
  await shownAre(page, ['a lake, 100% calm'])
  await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('listitem').getByText('The service cannot be reached.').waitFor()
  await shownAre(page, ['a lake, 100% calm', 'a street', 'a heron over the lake'])
  await page.unroute('**/graphql')
  await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click()

  await bar.getByRole('button', { name: 'Select all shown' }).click()
  await boxes.nth(2).uncheck()
  await bar.getByRole('button', { name: 'Delete 2' }).click()
  await page.getByRole('listitem').getByText('2 videos were deleted').waitFor()
  await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click()
  await until(async () => (await call('GET', '/v1/videos')).body.data.length === 1)
  assert.equal((await call('GET', '/v1/videos')).body.data[0].id, ids[0])

  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await cards(page).getByRole('button', { name: 'Open: ' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('unfinished videos are left out of a deletion, and all fits a phone in Chinese', async () => {
  const { page, call } = await openGallery(LAKES)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '选择', exact: true }).click()
  await page.getByRole('button', { name: '全选当前显示' }).click()
  await page.getByText('已选 3 段').waitFor()
  assert.equal(await page.getByRole('button', { name: '删除 0 段' }).isDisabled(), true)
  const [newest] = (await call('GET', '/v1/videos')).body.data
  await call('POST', `/v1/videos/${newest.id}/cancel`)
  await page.getByRole('button', { name: '删除 1 段' }).waitFor()
  await page.getByRole('heading', { name: '今天' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  assert.deepEqual(await faultsOf(page), [])
})
