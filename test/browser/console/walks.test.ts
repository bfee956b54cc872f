import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { buildConsole, callAs, openConsole } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

const WIDTH = 390

/** Three words of English in a row. */
const ENGLISH = /[A-Za-z']{2,}(?:[ ,]+[A-Za-z']{2,}){2,}/

test('a walk through the console in Chinese on a phone: every page fits, and no sentence is English', async () => {
  const { key } = await gateway.newAccount({ scopes: SCOPES, name: '工作室' })
  const call = callAs(gateway, key)
  const { page } = await openConsole(gateway.url)
  await page.setViewportSize({ width: WIDTH, height: 844 })
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
  const fits = async (where: string) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), WIDTH, where)
    const [text = ''] = await page.locator('body').allInnerTexts()
    assert.doesNotMatch(text, ENGLISH, where)
  }
  await page.getByText('您的视频会出现在这里').waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
  await fits('the empty studio')
  await page.getByRole('button', { name: '描述发生了什么' }).click()
  await page.getByRole('textbox', { name: '视频内容' }).fill('日落时的湖')
  await fits('the composer')
  await page.getByRole('button', { name: '生成', disabled: false }).click()
  await page.locator('[data-status="QUEUED"]').getByText('排队中').waitFor()
  await page.getByRole('button', { name: '打开：日落时的湖' }).click()
  const dialog = page.getByRole('dialog', { name: '日落时的湖' })
  await dialog.waitFor()
  await fits('a video')
  await dialog.getByRole('button', { name: /^取消/ }).click()
  await dialog.getByText('已取消').first().waitFor()
  await until(async () => (await call('GET', '/v1/videos')).body.data[0].status === 'cancelled')
  await page.keyboard.press('Escape')
  for (const [name, shown] of [
    ['余额', '已冻结'],
    ['密钥', '最近使用'],
    ['回调', '签名密钥'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.getByText(shown).first().waitFor()
    await fits(name)
  }
})

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 100; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${wanted}`)
}

test('a walk by keyboard alone: sign in, create, watch, cancel, make and revoke a key, sign out', async () => {
  const { key } = await gateway.newAccount({ scopes: SCOPES })
  const call = callAs(gateway, key)
  const { page } = await openConsole(gateway.url)
  const press = async (wanted: Locator, stroke = 'Enter') => {
    await tabTo(page, wanted)
    await page.keyboard.press(stroke)
  }
  await tabTo(page, page.getByLabel('API key'))
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('a lake by keyboard')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  await press(page.getByRole('button', { name: 'Open: a lake by keyboard' }))
  const dialog = page.getByRole('dialog', { name: 'a lake by keyboard' })
  await press(dialog.getByRole('button', { name: /^Cancel/ }))
  await dialog.getByText('Cancelled').first().waitFor()
  assert.equal((await call('GET', '/v1/videos')).body.data[0].status, 'cancelled')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press(page.getByRole('link', { name: 'Keys', exact: true }))
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('by keyboard')
  await press(page.getByRole('button', { name: 'Create key' }))
  const row = page.getByRole('row').filter({ hasText: 'by keyboard' })
  await press(row.getByRole('button', { name: 'Revoke' }))
  await press(page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await row.getByText('Revoked').waitFor()
  await press(page.getByRole('button', { name: 'Settings' }))
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  for (let presses = 0; presses < 30; presses++) {
    if (await page.getByRole('menuitem', { name: 'Sign out' }).evaluate((item) => item === document.activeElement))
      break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.getByLabel('API key').waitFor()
})
