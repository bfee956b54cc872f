import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** For a test's `skip`: why there is no browser, or false. */
export const withoutBrowser = CHROMIUM ? false : 'Chromium is not installed (apt-get install chromium)'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** One browser for all pages of a test file: to start one takes longer than most tests. */
let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/** A page of its own in a real browser, which talks to this machine only; it is closed after the test. */
export async function openPage(): Promise<Page> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [...QUIET, '--disable-sync', '--no-first-run'],
  })
  const context = await (await browser).newContext({ viewport: { width: 1300, height: 900 } })
  after(() => context.close())
  return context.newPage()
}
