import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothForms } from '../earlier-form/forms.ts'

const { gateway, earlier } = await startBothForms()
const DEPRECATED = ['@1793491200', `<${gateway.url}/v1/docs>; rel="deprecation"; type="text/html"`]
const CURRENT = [null, null]

async function shown(body: unknown, by = gateway, path = '/v1/videos') {
  const { status, headers } = await by.call('POST', path, body)
  return [status, headers.get('deprecation'), headers.get('link')]
}

test('acceleration and reference are marked as deprecated in every version', async () => {
  for (const by of [gateway, earlier]) {
    assert.deepEqual(await shown({ prompt: 'x', acceleration: 'off' }, by), [202, ...DEPRECATED])
    assert.deepEqual(await shown({ prompt: 'x', acceleration: 'auto', n: 2 }, by), [202, ...DEPRECATED])
    assert.deepEqual(await shown({ prompt: 'x', acceleration: 'off' }, by, '/v1/videos?dry_run=true'), [
      200,
      ...DEPRECATED,
    ])
  }
})

test('refusals have the deprecation headers too', async () => {
  const reference = { prompt: 'x', mode: 'reference_to_video', reference: 'file_00000000000000000000000000' }
  assert.deepEqual(await shown(reference), [400, ...DEPRECATED])
  assert.deepEqual(await shown({ prompt: 'x', acceleration: 'maybe' }), [400, ...DEPRECATED])
})

test('requests without deprecated fields have no deprecation headers', async () => {
  const quiet = [
    { prompt: 'x' },
    { prompt: 'x', service_tier: 'draft' },
    { prompt: 'x', acceleration: null, reference: null },
    { prompt: '"reference": "acceleration"', metadata: { reference: 1, acceleration: 'off' } },
  ]
  for (const body of quiet) assert.deepEqual(await shown(body), [202, ...CURRENT])
  assert.deepEqual(await shown({ prompt: 'x', mode: 'reference_to_video', references: ['file_x'] }), [400, ...CURRENT])
  assert.deepEqual(await shown('{"prompt":"x","acceleration":'), [400, ...CURRENT])
})
