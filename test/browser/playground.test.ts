import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startQuickWorker } from '../support/worker.ts'

const gateway = await startTestGateway()

/** Replaces an editor's text, and deletes the brackets that the editor adds after the caret. */
async function fill(page: Page, editor: string, text: string): Promise<void> {
  await page.locator(`${editor} .monaco-editor`).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Control+Shift+End')
  await page.keyboard.press('Delete')
}

/** Opens the tab of an operation by keyboard: a click that has no movement before it drags the tab. */
async function open(page: Page, operation: string): Promise<void> {
  await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  await page.locator(`.graphiql-tab-button[title="${operation}"]`).press('Enter')
  await page.locator('.graphiql-query-editor').getByText(operation, { exact: true }).waitFor()
}

test('the playground follows the task of its address with the key from its headers tab', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake at sunset', aspect_ratio: '1:1' })
  const page = await openPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    const ours = request.url().startsWith(gateway.url) || /^(data|blob):/.test(request.url())
    if (!ours) foreign.push(request.url())
  })
  await page.goto(`${gateway.url}/graphql#task=${task.id}`)
  await open(page, 'TaskUpdated')
  await page.getByRole('button', { name: 'Headers', exact: true }).click()
  await fill(
    page,
    '.graphiql-editor-tool .graphiql-editor:not(.hidden)',
    JSON.stringify({ Authorization: `Bearer ${gateway.key}` }),
  )
  await page.locator('.graphiql-execute-button').click()

  const response = page.locator('.graphiql-response')
  await response.getByText('QUEUED').waitFor()
  const worker = await startQuickWorker(gateway, { renderMs: 300 })
  await response.getByText('SUCCEEDED').waitFor()
  await worker.end()

  // The tabs that the browser has kept get the task of the next address.
  await page.goto('about:blank')
  await page.goto(`${gateway.url}/graphql#task=vid_other`)
  const variables = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)')
  await open(page, 'TaskCancel')
  await page.getByRole('button', { name: 'Variables', exact: true }).click()
  await variables.getByText('vid_other').waitFor()
  assert.deepEqual(foreign, [])
})
