import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from '../../test/support/chromium.ts'
import { makeUnfinished, stillOf } from './videos.ts'

const DOCS = new URL('../../docs/pictures/', import.meta.url).pathname

/** Letters of one make on every machine: those of the Chinese, which look well for both languages. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>Noto Sans CJK SC</string></edit>
  </match>
</fontconfig>
`

const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 } as const
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const

interface Keys {
  readonly key: string
  readonly operatorKey: string
}

/**
 * The pictures of the documents.
 * @param all folder for pictures of every page: light, dark, in Chinese and on a phone; null for none
 */
export async function takePictures(url: string, { key, operatorKey }: Keys, all: string | null): Promise<void> {
  const fonts = await mkdtemp(join(tmpdir(), 'vidgate-fonts-'))
  await writeFile(join(fonts, 'fonts.conf'), FONTS)
  const { executablePath, env: found } = await findChromium()
  const env = { ...found, FONTCONFIG_FILE: join(fonts, 'fonts.conf') }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env })
  try {
    const dark = await signedIn(browser, url, key, { ...DESKTOP, colorScheme: 'dark' })
    const light = await signedIn(browser, url, key, { ...DESKTOP, colorScheme: 'light' })
    const phone = await signedIn(browser, url, key, { ...PHONE, colorScheme: 'dark' })
    await studio(url, key, [light, 'studio'], [dark, 'studio-dark'], [phone, 'phone'])
    await detail(dark)
    await credits(light)
    const fleet = await operator(browser, url, operatorKey, { ...DESKTOP, colorScheme: 'dark' })
    await keep(fleet, 'operator')
    if (all === null) return
    const chinese = await signedIn(browser, url, key, { ...DESKTOP, colorScheme: 'light' })
    await speakChinese(chinese)
    for (const [name, page] of Object.entries({ dark, light, phone, chinese })) await everyPage(page, join(all, name))
    const lit = await operator(browser, url, operatorKey, { ...DESKTOP, colorScheme: 'light' })
    for (const [name, page] of Object.entries({ dark: fleet, light: lit })) await everySection(page, join(all, name))
  } finally {
    await browser.close()
    await rm(fonts, { recursive: true })
  }
}

async function signedIn(browser: Browser, url: string, key: string, look: Parameters<Browser['newPage']>[0]) {
  const page = await browser.newPage({ ...look, locale: 'en-US' })
  await page.goto(url)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[data-status="SUCCEEDED"] img').nth(5).waitFor()
  return page
}

/** The gallery while something is made, with a request in the composer that names its material. */
async function studio(url: string, key: string, ...shots: readonly (readonly [page: Page, name: string])[]) {
  const still = await stillOf(url, key, '湖')
  for (const [page] of shots.slice(0, 2)) await compose(page, still)
  await makeUnfinished(url, key)
  for (const [page, name] of shots) {
    await page.mouse.move(0, 0)
    await page.locator('[data-status="RENDERING"]').first().waitFor()
    await page
      .getByText(/for (its turn|a free encoder)/)
      .first()
      .waitFor()
    await keep(page, name)
  }
}

async function compose(page: Page, still: Buffer): Promise<void> {
  await page
    .getByLabel('Reference', { exact: true })
    .setInputFiles({ name: 'lake at dawn.jpg', mimeType: 'image/jpeg', buffer: still })
  await page.getByRole('button', { name: 'Use lake at dawn.jpg as something else' }).waitFor()
  await page
    .getByRole('textbox', { name: 'What the video shows' })
    .fill('The lake of @图片1 in winter: first snow, a fox crossing the ice, the sound of wind')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
}

async function detail(page: Page): Promise<void> {
  await page.locator('[data-status="SUCCEEDED"]').first().waitFor()
  await page.getByRole('button', { name: 'Open: 清晨' }).click()
  await page.getByText('Charged −').waitFor()
  await page.waitForFunction(() => (document.querySelector('dialog video') as HTMLVideoElement).currentTime > 1)
  await page.mouse.move(1400, 880)
  await keep(page, 'detail')
  await page.keyboard.press('Escape')
}

async function credits(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.getByText('Spent in 30 days').first().waitFor()
  await page.mouse.move(0, 0)
  await keep(page, 'credits')
}

async function operator(browser: Browser, url: string, key: string, look: Parameters<Browser['newPage']>[0]) {
  const page = await browser.newPage({ ...look, locale: 'en-US' })
  await page.goto(`${url}/operator`)
  await page.getByLabel('Operator key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('tablist').waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

async function speakChinese(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
}

/** The pages of the console behind its links, and a video. */
async function everyPage(page: Page, at: string): Promise<void> {
  const links = page.getByRole('navigation').first().getByRole('link')
  for (let each = 0; each < (await links.count()); each++) {
    await links.nth(each).click()
    await settle(page)
    await keep(page, `${at}-${new URL(page.url()).pathname.slice(1) || 'studio'}`)
  }
  await links.first().click()
  await page.locator('[data-status="SUCCEEDED"]').first().getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
  await keep(page, `${at}-video`)
  await page.keyboard.press('Escape')
}

async function everySection(page: Page, at: string): Promise<void> {
  const tabs = page.getByRole('tab')
  for (let each = 0; each < (await tabs.count()); each++) {
    await tabs.nth(each).click()
    await settle(page)
    await keep(page, `${at}-operator-${each + 1}`)
  }
}

/** Waits two seconds for the data of a page, because nothing on the page shows that all of it has arrived, then for its pictures. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(2000)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
}

/**
 * Film and letters in few bytes: WebP, for a palette makes stripes of a sky.
 * @param name path without its ending; a relative one is in the folder of the documents
 */
async function keep(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const taken = await page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width, height } })
  await sharp(taken)
    .webp({ quality: 82, effort: 6 })
    .toFile(resolve(DOCS, `${name}.webp`))
}
