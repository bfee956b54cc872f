import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formToJson } from '../../src/http/rest/form.ts'

async function sent(fields: readonly (readonly [string, string])[]): Promise<string> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const bytes = Buffer.from(await request.arrayBuffer())
  return formToJson(bytes, request.headers.get('content-type') ?? '')
}

test('numbers and booleans are written bare, and text in quotes', async () => {
  const text = await sent([
    ['prompt', 'say "hi"'],
    ['n', '2'],
    ['duration', '6.50'],
    ['audio', 'false'],
    ['seed', '1e400'],
  ])
  assert.equal(text, '{"prompt":"say \\"hi\\"","n":2,"duration":6.50,"audio":false,"seed":1e400}')
})

test('text that is not a number or boolean stays text', async () => {
  assert.equal(await sent([['n', '02']]), '{"n":"02"}')
  assert.equal(await sent([['n', '']]), '{"n":""}')
  assert.equal(await sent([['n', '1,"x":2']]), '{"n":"1,\\"x\\":2"}')
  assert.equal(await sent([['audio', '1']]), '{"audio":"1"}')
  assert.equal(await sent([['prompt', '5']]), '{"prompt":"5"}')
})

test('references and metadata are collected in order', async () => {
  const text = await sent([
    ['references[]', 'file_b'],
    ['metadata[b]', '2'],
    ['references[]', 'file_a'],
    ['metadata[__proto__]', 'x'],
    ['metadata[a b]', ''],
  ])
  assert.equal(text, '{"references":["file_b","file_a"],"metadata":{"b":"2","__proto__":"x","a b":""}}')
})

test('other brackets stay in the name for validation to refuse', async () => {
  const text = await sent([
    ['metadata[a][b]', '1'],
    ['metadata[]', '1'],
    ['prompt[0]', 'x'],
  ])
  assert.equal(text, '{"metadata[a][b]":"1","metadata[]":"1","prompt[0]":"x"}')
})

test('an invalid form is refused', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
    await assert.rejects(formToJson(Buffer.from('nothing'), type), { code: 'invalid_parameter' })
  }
})
