import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { SCOPES } from '../../../src/key/caller.ts'
import { openPage } from '../../support/browser.ts'
import type { TestGateway } from '../../support/gateway.ts'

/**
 * Builds the console as `npm run build` does, unless it is built; a gateway that starts afterwards serves it. It is
 * moved to its path in one step, because gateways of other tests may be reading it.
 */
export function buildConsole(): void {
  if (isBuilt()) return
  const folder = mkdtempSync('web/dist-')
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn', '--outDir', resolve(folder)],
    {
      stdio: 'inherit',
    },
  )
  try {
    rmSync('web/dist', { recursive: true, force: true })
    renameSync(folder, 'web/dist')
  } catch {
    // Another test file has moved an equal build there.
    rmSync(folder, { recursive: true })
  }
}

/** Whether nothing has changed since the last build. */
function isBuilt(): boolean {
  const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync(['web/{src/**/*.*,public/*,*.*}', 'workers/engine/procedural/scene/{palette,vocabulary}.ts'])
  return sources.every((path) => changedAt(path) < changedAt('web/dist/index.html'))
}

/** A render shares the machine with other tests. */
const PATIENCE_MS = 60_000

export interface Console {
  readonly page: Page
  /** Requests to addresses other than the gateway. */
  readonly foreign: readonly string[]
  /** Errors in the browser: scripts, and refusals of the content security policy. */
  readonly complaints: readonly string[]
}

/** The console in a separate browser, signed out. */
export async function openConsole(url: string, path = '/'): Promise<Console> {
  const page = await openPage()
  page.setDefaultTimeout(PATIENCE_MS)
  // Colours in transition between the themes have no contrast to check.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isNetwork = /Failed to load resource|WebSocket connection/.test(message.text())
    if (message.type() === 'error' && !isNetwork) complaints.push(message.text())
  })
  await page.goto(url + path)
  return { page, foreign, complaints }
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').waitFor()
}

export const OPERATOR_KEY = 'vgo_operatorOfTheTest1'

/** The operator's page of a gateway with OPERATOR_KEY, signed in. */
export async function asOperator(gateway: TestGateway, section?: string): Promise<Console> {
  const opened = await openConsole(gateway.url, '/operator')
  await opened.page.getByLabel('Operator key').fill(OPERATOR_KEY)
  await opened.page.getByRole('button', { name: 'Sign in' }).click()
  await opened.page.getByRole('tablist').waitFor()
  if (section) await opened.page.getByRole('tab', { name: section }).click()
  return opened
}

/** Requests with a key. */
export function callAs(gateway: TestGateway, key: string) {
  return (method: string, path: string, body?: unknown) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}` })
}

/** A separate account for a test, signed in. */
export async function signedIn(gateway: TestGateway, path = '/') {
  const { key, accountId } = await gateway.newAccount({ scopes: SCOPES })
  const opened = await openConsole(gateway.url, path)
  await signIn(opened.page, key)
  return { ...opened, accountId, call: callAs(gateway, key) }
}

export const promptOf = (page: Page) => page.getByRole('textbox', { name: 'What the video shows' })

/** Fills the composer and presses the button when it shows the price of this request. */
export async function generate(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
}

/** Gzip bytes of the scripts that a page loads until it is shown. */
export async function scriptBytes(url: string): Promise<number> {
  const page = await openPage()
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return paths.reduce((sum, path) => sum + statSync(`web/dist${path}.gz`).size, 0)
}

/** Rules of axe that check colours: the only ones that depend on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Serious and critical findings of axe in both themes, with their elements. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults: string[] = []
  for (const [colorScheme, rules] of [
    ['dark', null],
    ['light', OF_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async (values) => {
      const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run({
        resultTypes: ['violations'],
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      })
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 160)}`))
    }, rules)
    faults.push(...found.map((fault) => `${page.url()} ${colorScheme}: ${fault}`))
  }
  return faults
}
