import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({}, WITH_DOOR)
const { pool } = gateway.rooms.resources
const ask = operatorOf(gateway)

const LIST = `version prices { key unit value } history { version steps { key unit from to } }`
const read = async () => (await ask(`{ priceList { ${LIST} } }`)).priceList
const set = async (version: number, ...changes: readonly (readonly [key: string, value: string])[]) => {
  const query = `mutation ($input: PriceListInput!) { priceListUpdate(input: $input) {
    priceList { ${LIST} } userErrors { code message path } } }`
  const input = { version, changes: changes.map(([key, value]) => ({ key, value })) }
  return (await ask(query, { input })).priceListUpdate
}
const versions = async () => (await pool.query('select version, prices from price_version order by version')).rows

test('current prices are shown in the form in which they can be set', async () => {
  const { version, prices, history } = await read()
  assert.deepEqual([version, history], [1, [{ version: 1, steps: [] }]])
  const named = prices.map(({ key, unit, value }: Record<string, string>) => `${key} ${unit} ${value}`)
  assert.deepEqual(named, [
    'generation.768p micro 0.50',
    'tiers.draft factor 1',
    'tiers.standard factor 1',
    'tiers.pro factor 1.5',
    'tiers.dedicated factor 2',
    'upscale.2k micro 0.30',
    'upscale.4k micro 0.90',
    'encoder micro 0.02',
    'material.video micro 0.02',
    'material.audio micro 0.005',
    'material.image_beyond_five micro 0.20',
    'context_ir micro 0.10',
    'prompt_opt micro 0.05',
  ])
})

test('a new version applies at once, shows its changes, and is created once', async () => {
  const changes = [
    ['generation.768p', '0.600002'],
    ['tiers.pro', '2.5'],
  ] as const
  const { priceList, userErrors } = await set(1, ...changes)
  assert.deepEqual([priceList.version, userErrors], [2, []])
  assert.deepEqual(priceList.history, [
    {
      version: 2,
      steps: [
        { key: 'generation.768p', unit: 'micro', from: '0.50', to: '0.600002' },
        { key: 'tiers.pro', unit: 'factor', from: '1.5', to: '2.5' },
      ],
    },
    { version: 1, steps: [] },
  ])
  assert.equal((await gateway.call('GET', '/v1/pricing')).body.video['768p'].per_second_micro, 600_002)
  const again = await set(1, ...changes)
  assert.deepEqual(again, {
    priceList: null,
    userErrors: [
      {
        code: 'invalid_parameter',
        message: 'Version 2 is now in force, not 1. Check it and try again.',
        path: ['input', 'version'],
      },
    ],
  })
  assert.equal((await versions()).length, 2)
})

test('one of two concurrent changes to the same version applies', async () => {
  const { version } = await read()
  const both = await Promise.all([set(version, ['encoder', '0.03']), set(version, ['context_ir', '0.2'])])
  const refused = both.filter(({ priceList }) => priceList === null)
  assert.deepEqual(
    refused.map(({ userErrors }) => userErrors[0].path),
    [['input', 'version']],
  )
  assert.equal((await versions()).length, version + 1)
})

test('an invalid price list changes nothing', async () => {
  const before = await versions()
  const { version } = await read()
  for (const [changes, why] of [
    [[], /There is nothing to change/],
    [[['encoder', '-1']], /The prices were not changed: encoder must be 0 to 50000 yuan/],
    [[['encoder', '0.0000001']], /6 decimals/],
    [[['encoder', '1e3']], /encoder must be yuan/],
    [[['tiers.pro', '1.5555']], /three decimals/],
    [[['nothing', '1']], /There is no price nothing/],
    [
      [
        ['encoder', '1'],
        ['encoder', '2'],
      ],
      /encoder is set twice/,
    ],
  ] as const) {
    const { priceList, userErrors } = await set(version, ...changes)
    assert.deepEqual([priceList, userErrors.length, userErrors[0].code], [null, 1, 'invalid_parameter'])
    assert.match(userErrors[0].message, why)
  }
  assert.deepEqual(await versions(), before)
})
