import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { createLog } from '../../src/lib/log.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { appendEvents } from '../../src/push/log.ts'
import { openPool } from '../../src/resources.ts'
import { findChromium } from '../../test/support/chromium.ts'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { startServer } from '../../test/support/server.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { watchCpu } from '../support/cpu.ts'
import { measured, observe } from './page.ts'
import { print } from './print.ts'

const ENDED = 150
const AT_WORK = 150
const PUSHES_PER_SECOND = 30
const MINUTES = { full: 10, quick: 1 } as const
/** The heap is compared from here on: until then pages, rows and pictures are loaded. */
const WARM_UP_MS = 30_000

/** W11: the console with 300 tasks, of which 150 are at work and push 30 changes a second, while a person works in it. */
export function benchConsole(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const cluster = await startCluster(prepareTemplate)
    closing.push(cluster.close)
    const databaseUrl = await cluster.database('bench_console')
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(cluster.dir, 'data'), LOG_LEVEL: 'warn' }
    const gateway = await startServer('src/gateway-main.ts', environment)
    closing.push(gateway.close)
    const pool = openPool(databaseUrl, 2, createLog('silent', 'bench'))
    closing.push(() => pool.end())
    const url = `http://127.0.0.1:${gateway.port}`
    const { key, ids } = await fill(pool, url)
    const { page, debug } = await openStudio(url, key, closing)
    const pushing = startPushes(pool, ids)
    closing.push(pushing.stop)
    await workIn(page, WARM_UP_MS)
    await observe(page)
    const watch = watchCpu()
    const [start, sent] = [performance.now(), pushing.sent()]
    const heapsMb = [await heapMb(debug)]
    for (let minute = 0; minute < MINUTES[quick ? 'quick' : 'full']; minute++) {
      await workIn(page, 60_000)
      heapsMb.push(await heapMb(debug))
    }
    const seconds = (performance.now() - start) / 1000
    const pushesPerSecond = (pushing.sent() - sent) / seconds
    const conditions = { postgres: cluster.version, cpu: watch.stop(), seconds }
    print({ ...(await measured(page)), heapsMb, pushesPerSecond }, conditions)
  })
}

/** An account with ended tasks and tasks at work. @returns its key, and the ids of those at work */
async function fill(pool: Pool, url: string): Promise<{ key: string; ids: readonly string[] }> {
  const limits = { concurrencyLimit: 1000, createsPerMinute: 10_000, callsPerMinute: 100_000 }
  const { key } = await createAccount(pool, { name: 'bench', creditMicro: 10n ** 12n, ...limits })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ids: string[] = []
  const shapes = ['16:9', '9:16', '1:1', '4:3']
  for (let i = 0; i < ENDED + AT_WORK; i++) {
    const body = JSON.stringify({
      prompt: `lake number ${i} at dawn, with mist`,
      aspect_ratio: shapes[i % shapes.length],
    })
    const created = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body })
    if (created.status !== 202) throw new Error(`a create was answered with ${created.status}`)
    const { id } = (await created.json()) as { id: string }
    if (i >= ENDED) ids.push(id)
    else await fetch(`${url}/v1/videos/${id}/cancel`, { method: 'POST', headers, body: null })
  }
  return { key, ids }
}

async function openStudio(url: string, key: string, closing: Closing): Promise<{ page: Page; debug: CDPSession }> {
  const browser = await chromium.launch({ ...(await findChromium()), args: ['--no-sandbox', '--disable-gpu'] })
  closing.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, locale: 'en-US' })
  await page.goto(url)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[data-work]').first().waitFor()
  return { page, debug: await page.context().newCDPSession(page) }
}

/** As a worker's progress report changes a task. */
const REPORT = `with changed as (update task set seq = seq + 1, status = 'rendering',
      started_at = coalesce(started_at, now()), progress = case when progress > 0.98 then 0 else progress + 0.01 end
    where id = $1 returning task.*),
  events as (${appendEvents('changed', 'progress')})
select pg_notify('vidgate_events', '')`

/** Reports of the tasks in turn, at an even rate. */
function startPushes(pool: Pool, ids: readonly string[]) {
  let sent = 0
  let isOver = false
  const start = performance.now()
  const run = async () => {
    while (!isOver) {
      await pool.query(REPORT, [ids[sent % ids.length]])
      sent += 1
      await pause(Math.max(0, start + (sent * 1000) / PUSHES_PER_SECOND - performance.now()))
    }
  }
  const running = run()
  return {
    sent: () => sent,
    async stop() {
      isOver = true
      await running
    },
  }
}

/** Types, scrolls, opens a video and closes it, for this long. */
async function workIn(page: Page, ms: number): Promise<void> {
  const until = performance.now() + ms
  const prompt = page.getByRole('textbox', { name: 'What the video shows' })
  for (let turn = 0; performance.now() < until; turn++) {
    await prompt.click()
    await page.keyboard.type(' waves', { delay: 80 })
    if (turn % 8 === 7) await prompt.fill('')
    await page.mouse.move(900, 500)
    await page.mouse.wheel(0, turn % 4 < 2 ? 900 : -900)
    await pause(300)
    const card = page.locator('[data-work]').nth(2)
    await card.getByRole('link').or(card.getByRole('button')).first().click()
    await page.getByRole('dialog').waitFor()
    await pause(300)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** The script heap after a collection. */
async function heapMb(debug: CDPSession): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  await debug.send('Performance.enable')
  const { metrics } = await debug.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20
}
