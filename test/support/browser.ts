import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { chromium, type Page } from 'playwright-core'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** For a test's `skip`: why there is no browser, or false. */
export const withoutBrowser = CHROMIUM ? false : 'Chromium is not installed (apt-get install chromium)'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** A page in a real browser, which talks to this machine only. */
export async function openPage(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [...QUIET, '--disable-sync', '--no-first-run'],
  })
  after(() => browser.close())
  return browser.newPage({ viewport: { width: 1300, height: 900 } })
}
