import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothForms } from '../rest/earlier-form/forms.ts'

/** Parts of the earlier form (spec 9) that `test/rest/earlier-form` does not cover. */

const { gateway, earlier } = await startBothForms()

test('prompt optimisation is not deprecated in the earlier form, and costs 0.05 yuan', async () => {
  for (const [by, deprecation] of [
    [earlier, null],
    [gateway, '@1793491200'],
  ] as const) {
    const { status, headers, body } = await by.call('POST', '/v1/prompt/optimize', { prompt: '海边的日落' })
    assert.deepEqual([status, body.amount_micro, body.amount], [200, 50_000, '¥0.05'])
    assert.equal(headers.get('deprecation'), deprecation)
    const refused = await by.call('POST', '/v1/prompt/optimize', { prompt: '' })
    assert.deepEqual([refused.status, refused.headers.get('deprecation')], [400, deprecation])
  }
})

test('amounts follow current prices in the earlier form, which has no price list', async () => {
  assert.equal((await earlier.call('GET', '/v1/pricing')).status, 404)
  const { pool } = gateway.rooms.resources
  await pool.query(
    `insert into price_version (version, prices)
      select 2, prices || '{"promptOpt": 70000}' from price_version where version = 1`,
  )
  const { status, body } = await earlier.call('POST', '/v1/prompt/optimize', { prompt: '海边的日落' })
  await pool.query('delete from price_version where version = 2')
  assert.deepEqual([status, body.amount_micro, body.amount], [200, 70_000, '¥0.07'])
})
