import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ERROR_CODES } from '../../../src/errors.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { internalWords } from '../../support/internal-words.ts'
import { type Json, readContract } from './documented.ts'

const gateway = await startTestGateway()
const served = await fetch(`${gateway.url}/v1/openapi.json`)
const text = await served.text()
const document: Json = JSON.parse(text)
const contract = readContract(document)

/** Every part of the document that `pick` finds. */
function partsOf(part: Json, pick: (part: Json) => boolean, path = '#'): [path: string, part: Json][] {
  if (part === null || typeof part !== 'object') return []
  const within = Object.entries(part).flatMap(([name, each]) => partsOf(each, pick, `${path}/${name}`))
  return pick(part) ? [[path, part], ...within] : within
}

test('the document is served without a key, and again only after a change', async () => {
  assert.equal(served.status, 200)
  assert.equal(served.headers.get('content-type'), 'application/json')
  assert.equal(served.headers.get('cache-control'), 'no-cache')
  const etag = served.headers.get('etag') ?? ''
  const again = await fetch(`${gateway.url}/v1/openapi.json`, { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag])
})

test('the document passes the linter', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'vidgate-openapi-'))
  after(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'openapi.json'), text)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', join(dir, 'openapi.json')]
  const flags = ['--extends=recommended', '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, [...lint, ...flags], { env })
  const { totals, problems } = JSON.parse(stdout)
  assert.deepEqual([totals, problems], [{ errors: 0, warnings: 0, ignored: 0 }, []])
})

test('every example matches its schema', () => {
  const contents = partsOf(document, (part) => part.schema !== undefined && part.examples !== undefined)
  const given = contents.flatMap(([path, { schema, examples }]) =>
    Object.entries<Json>(examples).map(([name, { value }]) => ({ path: `${path}/${name}`, schema, value })),
  )
  const parameters = partsOf(document, (part) => part.in !== undefined && part.example !== undefined)
  const ofParameters = parameters.map(([path, { schema, example }]) => ({ path, schema, value: example }))
  const all = [...given, ...ofParameters]
  assert.ok(all.length > 40)
  const wrong = all.map(({ path, schema, value }) => [path, contract.faultsOf(schema, value)])
  assert.deepEqual(
    wrong.filter(([, faults]) => faults !== null),
    [],
  )
})

test('a create of each form matches only its own schema', () => {
  const bodies = document.paths['/v1/videos'].post.requestBody.content
  const forms = ['CreateVideo', 'EarlierCreateVideo'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  for (const type of ['application/json', 'multipart/form-data']) {
    assert.deepEqual(bodies[type].schema, { anyOf: forms })
  }
  const fits = (body: object) => forms.map((schema) => contract.faultsOf(schema, { prompt: 'x', ...body }) === null)
  assert.deepEqual(fits({ duration: 6 }), [true, true])
  assert.deepEqual(fits({ negative_prompt: 'people' }), [false, true])
  assert.deepEqual(fits({ negative_prompt: 'x'.repeat(2001) }), [false, false])
  for (const body of [{ use_context_ir: true }, { resolution: '2k' }]) assert.deepEqual(fits(body), [true, false])
})

test('every member, parameter and header has a description', () => {
  const properties = partsOf(document.components.schemas, (part) => part.properties !== undefined)
  const members = properties.flatMap(([path, { properties: named }]) =>
    Object.entries<Json>(named).map(([name, each]) => [`${path}/${name}`, contract.resolve(each)] as const),
  )
  const others = partsOf(
    document.paths,
    (part) => part.schema !== undefined && (part.in !== undefined || part.required),
  )
  const silent = [...members, ...others].filter(([, { description }]) => !description).map(([path]) => path)
  assert.ok(members.length > 200)
  assert.deepEqual(silent, [])
})

test('each error code is listed in the catalogue', () => {
  const codes = partsOf(document.paths, (part) => part.code?.enum !== undefined).flatMap(([, part]) => part.code.enum)
  assert.deepEqual(
    codes.filter((code) => !ERROR_CODES.includes(code)),
    [],
  )
})

test('the document contains no internal word', () => {
  assert.deepEqual(internalWords(text), [])
})

test('the document is compressed for clients that accept it', async () => {
  for (const [accepted, coding] of [
    ['gzip, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await fetch(`${gateway.url}/v1/openapi.json`, { headers: { 'accept-encoding': accepted } })
    assert.equal(answer.headers.get('content-encoding'), coding)
    assert.equal(await answer.text(), text)
  }
})

test('every list in a request body has a limit', () => {
  const bodies = partsOf(document.paths, ({ requestBody }) => requestBody !== undefined)
  const names = [...new Set(JSON.stringify(bodies).match(/(?<=#\/components\/schemas\/)\w+/g))]
  const lists = names
    .filter((name) => /^(Create|Update|Upload|Optimize)(?!d)/.test(name))
    .flatMap((name) => partsOf(document.components.schemas[name], ({ type }) => type === 'array', name))
  const bound = lists.filter(([, { maxItems }]) => Number.isInteger(maxItems)).map(([path]) => path)
  assert.deepEqual(
    bound,
    lists.map(([path]) => path),
  )
  assert.deepEqual(bound.sort(), ['CreateApiKey/properties/scopes', 'CreateVideo/properties/references'])
})
