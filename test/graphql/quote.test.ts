import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { rowsOf } from '../support/rows.ts'

const QUERY = `query ($input: TaskCreateInput!) {
  taskQuote(input: $input) {
    valid affordable
    request {
      prompt references inputImage endImage duration frames canvas { width height } width height n webhookUrl metadata
      material { path fileId width height usedSeconds }
    }
    price { amountMicro amount n totalMicro total }
  }
}`

const gateway = await startTestGateway()
const image = await uploaded(gateway, await pngOf(1344, 768), 'reference')

test('a quote has the whole request as in REST and writes nothing', async () => {
  const before = await rowsOf(gateway)
  const metadata = '{"b":1,"2":9007199254740993}'
  const request =
    `{"prompt":"@图片1","mode":"reference_to_video","references":["${image}"],"resolution":"2k","n":2,` +
    `"webhook_url":"https://example.com/","metadata":${metadata}}`
  const { body: rest } = await gateway.call('POST', '/v1/videos?dry_run=true', request)
  const input =
    `{"prompt":"@图片1","mode":"REFERENCE_TO_VIDEO","references":["${image}"],"resolution":"R2K","n":2,` +
    `"webhookUrl":"https://example.com/","metadata":${metadata}}`
  const text = `{"query":${JSON.stringify(QUERY)},"variables":{"input":${input}}}`
  const { body, text: answer } = await gateway.call('POST', '/graphql', text)
  assert.equal(body.errors, undefined)
  assert.ok(answer.includes(`"metadata":${metadata}`))
  assert.deepEqual(body.data.taskQuote, {
    valid: true,
    affordable: true,
    request: {
      prompt: '@图片1',
      references: [image],
      inputImage: null,
      endImage: null,
      duration: 5,
      frames: 124,
      canvas: rest.request.canvas,
      width: 2688,
      height: 1536,
      n: 2,
      webhookUrl: 'https://example.com/',
      metadata: rest.request.metadata,
      material: [{ path: 'references[0]', fileId: image, width: 1344, height: 768, usedSeconds: null }],
    },
    price: {
      amountMicro: String(rest.price.amount_micro),
      amount: rest.price.amount,
      n: 2,
      totalMicro: String(rest.price.total_micro),
      total: rest.price.total,
    },
  })
  assert.deepEqual(rest.request.canvas, { width: 1344, height: 768 })
  assert.equal(rest.price.total_micro, 2 * rest.price.amount_micro)
  assert.deepEqual(await rowsOf(gateway), before)
})
