import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothForms } from '../earlier-form/forms.ts'

const { gateway, earlier } = await startBothForms()
const TOLD = ['@1793491200', `<${gateway.url}/v1/docs>; rel="deprecation"; type="text/html"`]
const UNTOLD = [null, null]

async function told(body: unknown, by = gateway, path = '/v1/videos') {
  const { status, headers } = await by.call('POST', path, body)
  return [status, headers.get('deprecation'), headers.get('link')]
}

test('acceleration and reference are marked as deprecated in every version', async () => {
  for (const by of [gateway, earlier]) {
    assert.deepEqual(await told({ prompt: 'x', acceleration: 'off' }, by), [202, ...TOLD])
    assert.deepEqual(await told({ prompt: 'x', acceleration: 'auto', n: 2 }, by), [202, ...TOLD])
    assert.deepEqual(await told({ prompt: 'x', acceleration: 'off' }, by, '/v1/videos?dry_run=true'), [200, ...TOLD])
  }
})

test('refusals have the deprecation headers too', async () => {
  const reference = { prompt: 'x', mode: 'reference_to_video', reference: 'file_00000000000000000000000000' }
  assert.deepEqual(await told(reference), [400, ...TOLD])
  assert.deepEqual(await told({ prompt: 'x', acceleration: 'maybe' }), [400, ...TOLD])
})

test('requests without deprecated fields have no deprecation headers', async () => {
  const quiet = [
    { prompt: 'x' },
    { prompt: 'x', service_tier: 'draft' },
    { prompt: 'x', acceleration: null, reference: null },
    { prompt: '"reference": "acceleration"', metadata: { reference: 1, acceleration: 'off' } },
  ]
  for (const body of quiet) assert.deepEqual(await told(body), [202, ...UNTOLD])
  assert.deepEqual(await told({ prompt: 'x', mode: 'reference_to_video', references: ['file_x'] }), [400, ...UNTOLD])
  assert.deepEqual(await told('{"prompt":"x","acceleration":'), [400, ...UNTOLD])
})
