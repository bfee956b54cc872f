import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { onLaneEnd } from './lane.ts'

/** Flags: no GPU, one process for all pages, no requests to other hosts. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
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
  await (await closing)?.close()
}

/** A new page in a real browser that can reach only this machine. It is closed after the test. */
export async function openPage(): Promise<Page> {
  running ??= start()
  const browser = await running
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, locale: 'en-US' })
  after(() => context.close())
  return context.newPage()
}
