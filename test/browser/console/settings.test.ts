import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attach } from '../../support/fleet.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { buildConsole, callAs, openConsole, promptOf, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

test('the settings of a video are reused for another', async () => {
  const { page, call } = await signedIn(gateway)
  const asked = {
    prompt: 'a tall lake',
    aspect_ratio: '9:16',
    duration: 8,
    service_tier: 'pro',
    seed: 42,
    audio: false,
  }
  await call('POST', '/v1/videos', asked)
  await page.getByRole('button', { name: 'Open: a tall lake' }).click()
  await page.getByRole('button', { name: 'Use again' }).click()
  await page.getByText('Pro · No sound · Seed 42').waitFor()
  await page.getByRole('button', { name: 'Generate · ¥6.02', disabled: false }).click()
  await page.locator('[data-work]').nth(1).waitFor()
  const [again, first] = (await call('GET', '/v1/videos')).body.data
  assert.notEqual(again.id, first.id)
  const settingsOf = (task: Record<string, unknown>) => Object.keys(asked).map((name) => task[name])
  assert.deepEqual(settingsOf(again), Object.values(asked))
})

test('context IR has its own control below the prompt, and prompt optimisation has none', async () => {
  const { page } = await signedIn(gateway)
  const choice = page.getByRole('switch', { name: 'Context IR' })
  const [prompt, below] = [await promptOf(page).boundingBox(), await choice.boundingBox()]
  assert.ok(prompt && below && below.y >= prompt.y + prompt.height)
  await page.getByText('More settings').click()
  const names = await page
    .locator('button, a, [role=switch], input, select')
    .evaluateAll((controls) =>
      controls.map((control) => `${control.textContent} ${control.getAttribute('aria-label')}`),
    )
  assert.deepEqual(
    names.filter((name) => /optimi|rewrite|improve/i.test(name)),
    [],
  )
})

test('the composer begins with what every video needs, and folds the rest', async () => {
  const { page } = await signedIn(gateway)
  const places = [
    promptOf(page),
    page.getByRole('button', { name: 'Reference' }),
    page.getByText('Shape', { exact: true }),
    page.getByText('Length', { exact: true }),
    page.getByText('Resolution', { exact: true }),
    page.getByText('Takes', { exact: true }),
    page.getByText('More settings'),
    page.getByRole('button', { name: 'Generate' }),
  ]
  const tops: number[] = []
  for (const place of places) tops.push((await place.boundingBox())?.y ?? Number.NaN)
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  )
  const folded = [
    page.getByRole('group', { name: 'Made from' }),
    page.getByRole('group', { name: 'Service' }),
    page.getByRole('switch', { name: 'Sound' }),
    page.getByLabel('Seed'),
    page.getByLabel('Webhook address'),
  ]
  for (const one of folded) assert.equal(await one.isVisible(), false)
  await page.getByText('More settings').click()
  for (const one of folded) await one.waitFor()
  await page.getByRole('radio', { name: 'Draft' }).check()
  await page.getByRole('switch', { name: 'Accelerate where possible' }).click()
  await page.getByText('More settings').click()
  await page.getByText('Draft · No acceleration').waitFor()
})

test('the folded settings open by themselves if one of them is refused', async () => {
  const { key } = await gateway.newAccount()
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await promptOf(page).fill('a lake')
  await page.getByText('More settings').click()
  await page.getByRole('radio', { name: 'Frames' }).check()
  await page.getByText('This kind of video needs a start frame or an end frame').waitFor()
  await page.reload()
  await signIn(page, key)
  await page.getByText('This kind of video needs a start frame or an end frame').waitFor()
  await page.getByRole('radio', { name: 'Text' }).check()
  await page.getByText('This kind of video needs a start frame or an end frame').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('radio', { name: 'Text' }).isVisible(), true)
})

test('the composer offers what the attached engines can make', async () => {
  const engine = await attach(gateway, { modes: { text_to_video: { maxMs: 10_000, sound: false } } })
  const { page } = await signedIn(gateway)
  await page.getByText('More settings').click()
  await page.getByRole('radio', { name: 'References' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('radio', { name: 'Text' }).isVisible(), true)
  const slider = page.getByRole('slider')
  await slider.press('End')
  assert.equal(await slider.getAttribute('aria-valuenow'), '10')
  assert.equal(await page.getByRole('switch', { name: 'Sound' }).count(), 0)
  await engine.leave()
})

test('a key that can create saves context IR as the default of later creates', async () => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByRole('switch', { name: 'Context IR' }).click()
  await page.getByRole('button', { name: 'Save as default' }).click()
  await page.getByRole('button', { name: 'Save as default' }).waitFor({ state: 'detached' })
  assert.deepEqual((await call('GET', '/v1/account')).body.defaults, { use_context_ir: true })
  assert.equal((await call('POST', '/v1/videos', { prompt: 'a lake' })).body.use_context_ir, true)
})

test('a create with a lost answer is made once, however often the button is pressed', async () => {
  const { page, call } = await signedIn(gateway)
  let isLost = false
  await page.route('**/graphql', async (route) => {
    const isCreate = route.request().postDataJSON()?.operationName === 'CreateWorks'
    if (!isCreate || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: 'What the video shows' }).fill('a lake, once')
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  assert.equal((await call('GET', '/v1/videos')).body.data.length, 1)
})

test('a key saved for the tab survives a reload, and an unsaved key does not', async () => {
  const { page } = await signedIn(gateway)
  await page.reload()
  await page.getByLabel('Remember it until this tab is closed').check()
  await page.getByLabel('API key').fill(gateway.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').waitFor()
  await page.reload()
  await page.getByRole('navigation').waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  assert.deepEqual(await page.evaluate(() => [sessionStorage.length, Object.keys(localStorage)]), [0, []])
})
