import { after } from 'node:test'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { onLaneEnd } from './lane.ts'

/** Flags: no GPU, one process for all pages, no requests to other hosts, no optimising compilers. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
  // A page ends before optimised code pays.
  '--js-flags=--no-opt,--no-maglev',
]

/** One browser for all pages of a process, because a start takes longer than most tests. */
let running: Promise<Browser> | undefined

async function start(): Promise<Browser> {
  onLaneEnd(close)
  return chromium.launch({ ...(await findChromium()), args: FLAGS })
}

async function close(): Promise<void> {
  const closing = running
  running = undefined
  kept = undefined
  await (await closing)?.close()
}

/** The context of the tests that open one page, so that a page finds the compiled scripts of the one before. */
let kept: { readonly context: BrowserContext; readonly anchor: Page; readonly session: CDPSession } | undefined
let isTaken = false

const openContext = (browser: Browser) =>
  browser.newContext({ viewport: { width: 1300, height: 900 }, locale: 'en-US' })

/**
 * A new page in a real browser that can reach only this machine. It is closed after the test, and what it stored is deleted. A
 * second page of a test stores apart.
 */
export async function openPage(): Promise<Page> {
  running ??= start()
  const browser = await running
  if (isTaken) {
    const context = await openContext(browser)
    after(() => context.close())
    return context.newPage()
  }
  isTaken = true
  if (!kept) {
    const context = await openContext(browser)
    const anchor = await context.newPage()
    await anchor.route('**', (route) => route.fulfill({ body: '' }))
    kept = { context, anchor, session: await context.newCDPSession(anchor) }
  }
  const page = await kept.context.newPage()
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { origin, protocol } = new URL(frame.url())
    if (protocol === 'http:') origins.add(origin)
  })
  after(() => leave(page, origins))
  return page
}

/** Undoes what a test did to the context. An empty page of the first test's origin keeps the process, and with it the scripts, alive. */
async function leave(page: Page, origins: ReadonlySet<string>): Promise<void> {
  if (!kept) return
  const { context, anchor, session } = kept
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const [origin] = origins
  if (origin !== undefined && anchor.url() === 'about:blank') await anchor.goto(origin)
  await page.close()
  for (const each of origins) {
    await session.send('Storage.clearDataForOrigin', { origin: each, storageTypes: 'all' })
  }
  isTaken = false
}
