import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded, videoOf } from '../support/material.ts'
import { rowsOf } from '../support/rows.ts'

/** A dry run (docs/rules/create.md#dry-run): the resolved request, its price, and all problems. */

const gateway = await startTestGateway({ creditMicro: 10_000_000n })
const QUERY = `query ($input: TaskCreateInput!) {
  taskQuote(input: $input) {
    valid affordable errors { code path }
    request { deliveredSeconds frames width height aspectRatio material { path usedSeconds } }
    price { amountMicro totalMicro }
  }
}`

const dryRun = async (body: unknown) => {
  const { status, body: quote } = await gateway.call('POST', '/v1/videos?dry_run=true', body)
  assert.equal(status, 200)
  return quote
}

const taskQuote = async (input: unknown) => {
  const { body } = await gateway.call('POST', '/graphql', { query: QUERY, variables: { input } })
  assert.equal(body.errors, undefined)
  return body.data.taskQuote
}

const picture = await uploaded(gateway, await pngOf(300, 500), 'reference')
const clip = await uploaded(gateway, await videoOf(60, 10), 'reference')

test('a dry run returns the resolved request and the exact price, and writes nothing', async () => {
  const references = [picture, clip]
  const body = { prompt: 'a lake', mode: 'reference_to_video', references, resolution: '2k', aspect_ratio: 'auto' }
  const before = await rowsOf(gateway)
  const quote = await dryRun(body)
  const { request, price } = quote
  assert.deepEqual([quote.valid, quote.affordable, quote.errors], [true, true, []])
  assert.deepEqual(
    [request.aspect_ratio, request.canvas, request.width, request.height, request.frames, request.delivered_seconds],
    ['9:16', { width: 768, height: 1344 }, 1536, 2688, 124, 5.167],
  )
  const used = request.material.map(({ param, used_seconds }: Record<string, unknown>) => [param, used_seconds])
  assert.deepEqual(used, [
    ['references[0]', null],
    ['references[1]', 5.167],
  ])
  // Six seconds of video are billed, whatever part of them is used.
  assert.equal(price.amount_micro, 20_000 + 120_000 + 2_500_000 + 1_500_000)

  const input = { ...body, aspect_ratio: undefined, mode: 'REFERENCE_TO_VIDEO', resolution: 'R2K', aspectRatio: 'AUTO' }
  const shown = await taskQuote(input)
  assert.deepEqual(
    [shown.valid, shown.request.frames, shown.request.width, shown.request.height, shown.request.deliveredSeconds],
    [true, 124, 1536, 2688, 5.167],
  )
  assert.deepEqual(
    shown.request.material.map(({ path, usedSeconds }: Record<string, unknown>) => [path, usedSeconds]),
    used,
  )
  assert.equal(Number(shown.price.amountMicro), price.amount_micro)
  assert.deepEqual(await rowsOf(gateway), before)

  const created = await gateway.call('POST', '/v1/videos', body)
  assert.equal(created.body.cost.frozen_micro, price.amount_micro)
})

test('all problems are reported together, in REST and GraphQL', async () => {
  const before = await rowsOf(gateway)
  const body = { prompt: '@图片1', duration: 4, n: 3, seed: -1, input_image: 'file_none' }
  const { valid, price, errors } = await dryRun(body)
  assert.deepEqual([valid, price], [false, null])
  const found = errors.map(({ code, param }: Record<string, string>) => `${code} ${param}`)
  assert.deepEqual(found.sort(), [
    'conflicting_parameters input_image',
    'invalid_parameter duration',
    'invalid_parameter n',
    'invalid_parameter seed',
    'reference_not_supplied prompt',
  ])
  const { input_image: inputImage, ...fields } = body
  const shown = await taskQuote({ ...fields, inputImage })
  assert.deepEqual(shown.errors.map(({ code }: { code: string }) => code).sort(), errors.map(codeOf).sort())
  assert.deepEqual(await rowsOf(gateway), before)
})

const codeOf = ({ code }: { code: string }) => code

test('a request above the balance is valid and marked as not affordable', async () => {
  const quote = await dryRun({ prompt: 'a lake', n: 4 })
  assert.deepEqual([quote.valid, quote.affordable, quote.price.total_micro], [true, false, 10_080_000])
})

test('a query that is percent-encoded is a dry run too, and creates nothing', async () => {
  const before = await rowsOf(gateway)
  for (const query of ['dry%5Frun=true', 'dry_run=%74rue']) {
    const { status, body } = await gateway.call('POST', `/v1/videos?${query}`, { prompt: 'a lake' })
    assert.deepEqual([status, body.object], [200, 'video.quote'], query)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})
