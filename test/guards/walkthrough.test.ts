import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { graphql } from 'graphql'
import { nameRequest } from '../../src/http/request-id.ts'
import { callWith, startTestGateway } from '../support/gateway.ts'

/** The steps of CONTRIBUTING.md, followed in a copy of the tree. */

const gateway = await startTestGateway()
const dir = await mkdtemp(join(tmpdir(), 'vidgate-walk-'))
after(() => rm(dir, { recursive: true }))

/** What the steps change. All else is a link: it loads the modules that this process has already. */
const COPIED = ['src/http/rest', 'schema']

async function copyTree(folder = '.'): Promise<void> {
  await mkdir(join(dir, folder), { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (COPIED.includes(path)) await cp(path, join(dir, path), { recursive: true })
    else if (COPIED.some((copied) => copied.startsWith(`${path}/`))) await copyTree(path)
    else await symlink(resolve(path), join(dir, path))
  }
}

interface Step {
  readonly kind: 'New file' | 'One line in'
  readonly path: string
  readonly code: string
}

function stepsOf(heading: string): Step[] {
  const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split(`## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return [...text.matchAll(/^(New file|One line in) `([^`]+)`[^\n]*:\n\n```ts\n([\s\S]*?)```$/gm)].map(
    ([, kind, path = '', code = '']) => ({ kind: kind as Step['kind'], path, code }),
  )
}

/** Takes the steps of a section: a new file, and a line among the imports of a list. */
async function follow(heading: string): Promise<void> {
  const steps = stepsOf(heading)
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['New file', 'One line in'],
  )
  for (const { kind, path, code } of steps) {
    const text = kind === 'New file' ? '' : await readFile(join(dir, path), 'utf8')
    assert.ok(kind === 'New file' || code.trim().split('\n').length === 1)
    const at = text.lastIndexOf("import './")
    await writeFile(join(dir, path), text.slice(0, Math.max(at, 0)) + code + text.slice(Math.max(at, 0)), {
      flag: kind === 'New file' ? 'wx' : 'w',
    })
  }
}

const load = (path: string) => import(pathToFileURL(join(dir, path)).href)

await copyTree()

test('a new route is one file and one line: it answers, is refused and is documented', async () => {
  await follow('Add a REST route')
  const { createRest } = await load('src/http/rest/router.ts')
  const listener = getRequestListener(createRest(gateway.rooms).fetch)
  const server = createServer((request, response) => {
    nameRequest(response)
    listener(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const call = callWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, gateway.key)
  try {
    const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
    const path = `/v1/videos/${task.id}/cost`
    const { status, body } = await call('GET', path)
    const { frozen_micro, earned_micro } = task.cost
    assert.deepEqual(
      [status, body],
      [200, { object: 'video.cost', task_id: task.id, frozen_micro, billed_micro: earned_micro }],
    )

    const { key } = await gateway.newAccount()
    const codeOf = async (method: string, query = '', headers = {}) => {
      const { status, body } = await call(method, path + query, undefined, headers)
      return [status, body.error.code]
    }
    assert.deepEqual(await codeOf('GET', '', { authorization: `Bearer ${key}` }), [404, 'video_not_found'])
    assert.deepEqual(await codeOf('GET', '', { authorization: 'Bearer none' }), [401, 'invalid_api_key'])
    assert.deepEqual(await codeOf('GET', '?none=1'), [400, 'unknown_parameter'])
    assert.deepEqual(await codeOf('POST'), [405, 'method_not_allowed'])
    assert.equal((await call('POST', path)).headers.get('allow'), 'GET, HEAD, OPTIONS')

    const { body: document } = await call('GET', '/v1/openapi.json')
    const described = document.paths['/v1/videos/{id}/cost'].get
    assert.equal(described.operationId, 'getVideoCost')
    assert.deepEqual(Object.keys(described.responses), ['200', '400', '401', '403', '404', '429', 'default'])
    assert.ok(document.components.schemas.CurrentCost)
  } finally {
    await new Promise((closed) => server.close(closed))
  }
})

test('a new field is one file and one line: it is in the schema and is resolved', async () => {
  await follow('Add a GraphQL field')
  const { schema } = await load('schema/index.ts')
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const source = `{ task(id: "${task.id}") { id ageSeconds } }`
  const contextValue = { rooms: gateway.rooms, caller, meter: undefined, requestId: '', idempotencyKey: null }
  const { data, errors } = await graphql({ schema, source, contextValue })
  assert.equal(errors, undefined)
  const { id, ageSeconds } = JSON.parse(JSON.stringify(data)).task
  assert.deepEqual([id, Number.isInteger(ageSeconds)], [task.id, true])
})
