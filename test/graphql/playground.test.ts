import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, validate } from 'graphql'
import { schema } from '../../schema/index.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()

const page = (headers: Record<string, string>) =>
  fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

test('a browser gets GraphiQL without a key, compressed, with no external resources', async () => {
  for (const coding of ['br', 'gzip']) {
    const response = await page({ 'accept-encoding': coding })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-encoding'), coding)
    assert.ok(Number(response.headers.get('content-length')) < 3_000_000)
    const html = await response.text()
    assert.match(html, /YogaGraphiQL\.renderYogaGraphiQL/)
    assert.doesNotMatch(html, /<script[^>]+src=|<link[^>]+href="http/)
  }
})

test('a browser that has GraphiQL cached gets 304', async () => {
  const etag = (await page({ 'accept-encoding': 'br' })).headers.get('etag') ?? ''
  const again = await page({ 'if-none-match': etag })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
})

test('GraphiQL opens a valid operation in each tab', async () => {
  const html = await (await page({})).text()
  const [, options] = /withTask\((\{"endpoint".*\})\)/.exec(html) ?? []
  const { defaultTabs } = JSON.parse(options ?? '')
  const operations = defaultTabs.map(({ query, variables }: { query: string; variables?: string }) => {
    const document = parse(query)
    assert.deepEqual(validate(schema, document), [])
    const [operation] = document.definitions
    assert.ok(operation?.kind === 'OperationDefinition')
    assert.equal(variables !== undefined, (operation.variableDefinitions ?? []).length > 0)
    return operation.name?.value
  })
  assert.deepEqual(operations, ['TaskCreate', 'TaskUpdated', 'Task', 'Tasks', 'TaskCancel', 'Credits'])
})
