import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { admin } from './command.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const run = (...words: string[]) => admin({ DATABASE_URL: gateway.databaseUrl }, ...words)
const folder = await mkdtemp(join(tmpdir(), 'vidgate-prices-'))
after(() => rm(folder, { recursive: true }))

const versions = async () => (await pool.query('select version, prices from price_version order by version')).rows

test('a new version applies at once, and earlier tasks settle by the old one', async () => {
  const { body: before } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const set = await run('price', 'set', 'generation.768p=0.600002', 'tiers.pro=2.5')
  assert.deepEqual([set.code, set.errors], [0, ''])
  const { body: pricing } = await gateway.call('GET', '/v1/pricing')
  assert.equal(pricing.price_version, 2)
  assert.equal(pricing.video['768p'].per_second_micro, 600_002)
  assert.equal(pricing.tiers.pro, 2.5)
  assert.equal(pricing.encoder.per_task_micro, 20_000)
  const { body: after } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  assert.equal(after.cost.frozen_micro, 3_020_010)
  const { body: old } = await gateway.call('GET', `/v1/videos/${before.id}`)
  assert.equal(old.cost.frozen_micro, 2_520_000)
  const kept = await versions()
  assert.deepEqual(
    kept.map(({ version, prices }) => [version, prices.generation['768p'], prices.tiers.pro]),
    [
      [1, 500_000, 1500],
      [2, 600_002, 2500],
    ],
  )
  const shown = await run('price', 'show')
  assert.match(shown.output, /generation\.768p\s+¥0\.600002/)
  assert.match(shown.output, /version 2, \S+, in force\nversion 1, \S+\n/)
})

test('a file sets several prices with its exact numbers', async () => {
  const path = join(folder, 'prices.json')
  await writeFile(path, '{"upscale": {"2k": 0.350000, "4k": "1"}, "prompt_opt": 0.07, "material.audio": 0.006}')
  const { code, errors } = await run('price', 'set', path)
  assert.deepEqual([code, errors], [0, ''])
  const newest = (await versions()).at(-1)
  assert.deepEqual(newest.prices.upscale, { '2k': 350_000, '4k': 1_000_000 })
  assert.deepEqual([newest.prices.promptOpt, newest.prices.material.audio], [70_000, 6_000])
})

test('an invalid price list changes nothing', async () => {
  const before = await versions()
  const path = join(folder, 'wrong.json')
  await writeFile(path, '{"upscale": {"2k": [1]}}')
  const wrong = [
    [['encoder=-1'], /encoder must be 0 to 50000 yuan/],
    [['encoder=50000.000001'], /encoder must be/],
    [['encoder=0.0000001'], /6 decimals/],
    [['encoder=x'], /encoder must be yuan/],
    [['encoder=1', 'encoder=2'], /set twice/],
    [['tiers.pro=1.5555'], /three decimals/],
    [['tiers.pro=101'], /tiers\.pro must be 0 to 100/],
    [['generation.768p=0.000001', 'tiers.pro=1.5'], /would not cost whole µ¥/],
    [['nothing=1'], /There is no price nothing; there are generation\.768p, /],
    [['encoder=1', 'x'], /must be KEY=VALUE/],
    [[path], /upscale\.2k must contain amounts/],
    [[join(folder, 'none.json')], /cannot be read/],
    [['package.json'], /must contain amounts|There is no price/],
  ] as const
  const results = await Promise.all(wrong.map(([words]) => run('price', 'set', ...words)))
  for (const [index, { code, errors }] of results.entries()) {
    assert.equal(code, 1, wrong[index]?.[0].join(' '))
    assert.match(errors, wrong[index]?.[1] ?? /^$/)
  }
  assert.deepEqual(await versions(), before)
})

test('two concurrent changes get consecutive versions', async () => {
  const before = (await versions()).length
  const both = await Promise.all([run('price', 'set', 'encoder=0.03'), run('price', 'set', 'context_ir=0.2')])
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  const kept = await versions()
  assert.equal(kept.length, before + 2)
  const { encoder, contextIr } = kept.at(-1)?.prices ?? {}
  assert.deepEqual([encoder, contextIr], [30_000, 200_000])
})
