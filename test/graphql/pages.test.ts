import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { type GraphQLField, getNamedType, isObjectType } from 'graphql'
import pg from 'pg'
import { schema } from '../../schema/index.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { PAGE_MAX } from '../../src/limits.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { create, send } from './client.ts'
import { wholeOf } from './whole.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 1000, creditMicro: 1_000_000_000n })
const { pool } = gateway.rooms.resources

/** A list by its field's path from the query's root, such as `credits.entries`. */
interface List {
  readonly path: readonly string[]
  readonly field: GraphQLField<unknown, unknown>
}

/** Every field that takes `first`, at any depth. */
function* listsOf(type: unknown, path: readonly string[]): Generator<List> {
  if (!isObjectType(type) || path.length > 3) return
  for (const field of Object.values(type.getFields())) {
    const at = [...path, field.name]
    if (field.args.some(({ name }) => name === 'first')) yield { path: at, field }
    else if (path.length === 0 || !field.args.some(({ name }) => name === 'id'))
      yield* listsOf(getNamedType(field.type), at)
  }
}

const lists = [...listsOf(schema.getQueryType(), [])]

const queryOf = ({ path }: List, args: string, fields: string) => {
  const [last = '', ...parents] = path.toReversed()
  return parents.reduce((inner, name) => `{ ${name} ${inner} }`, `{ ${last}${args} ${fields} }`)
}

/** This many of everything; rows are copies of one that was created through the API. */
const ITEMS = 100

await create(gateway, { prompt: 'x', n: 4, metadata: { note: 'x' } })
await finishedTask(gateway, 10)
for (let i = 4; i < ITEMS; i += 4) await create(gateway, { prompt: 'x', n: 4 })
await uploaded(gateway, await pngOf(64, 64), 'reference')
await pool.query(
  `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status)
   select 'whd_' || e.id, e.account_id, e.task_id, e.id, 'https://example.com/', 'example.com', 'failed' from event e`,
)
for (const [table, changed] of [
  ['file', `'id', r.id || i`],
  ['api_key', `'id', r.id || i, 'hash', sha256(i::text::bytea)`],
] as const) {
  await pool.query(
    `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${changed}))).*
     from ${table} r, generate_series(1, $1) i where r.account_id = $2`,
    [ITEMS, gateway.accountId],
  )
}

/** Counts of calls are exchanged once a second for all accounts, whoever calls meanwhile. */
const isOwn = ({ text }: { readonly text: string }) => !text.includes('rate_window')

/** The statements that a request needs, on any pool: those with its account, or one of its tasks. */
async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await pool.query('select id from task where account_id = $1', [gateway.accountId])
  const own = new Set([gateway.accountId, ...rows.map(({ id }) => id)])
  const query = mock.method(pg.Client.prototype, 'query')
  await run()
  const sent = query.mock.calls.map(({ arguments: [first, second] }) => {
    const { text, values = second } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    return { text, values: Array.isArray(values) ? values.flat() : [] }
  })
  query.mock.restore()
  const named = sent.filter(({ values }) => values.some((value) => own.has(value)))
  return named.filter(isOwn).map(({ text }) => text)
}

/** A page, and for tasks the positions of those that wait. */
const STATEMENTS: Readonly<Record<string, number>> = {
  apiKeys: 1,
  'credits.entries': 1,
  files: 1,
  tasks: 2,
  webhookDeliveries: 1,
}

/** With `nodes` only: with `edges` too a page of a hundred whole tasks is too costly. */
function wholePageOf({ field }: List): string {
  const connection = getNamedType(field.type)
  assert.ok(isObjectType(connection))
  const { nodes, pageInfo } = connection.getFields()
  assert.ok(nodes && pageInfo)
  return `{ nodes ${wholeOf(nodes.type)} pageInfo ${wholeOf(pageInfo.type)} }`
}

test('the test covers every list', () => {
  assert.deepEqual(lists.map(({ path }) => path.join('.')).sort(), Object.keys(STATEMENTS).sort())
})

for (const list of lists) {
  const name = list.path.join('.')

  test(`${name}: a page size out of range is refused, not clamped`, async () => {
    for (const first of [0, -1, PAGE_MAX + 1]) {
      const { errors } = await send(gateway, queryOf(list, `(first: ${first})`, '{ nodes { id } }'))
      assert.deepEqual(
        errors?.map(({ message, extensions: { code, param } }) => [message, code, param]),
        [[`first must be 1 to ${PAGE_MAX}.`, 'invalid_parameter', 'first']],
      )
    }
  })

  test(`${name}: an unknown cursor is refused`, async () => {
    const { errors } = await send(gateway, queryOf(list, '(after: "none")', '{ nodes { id } }'))
    assert.deepEqual(
      errors?.map(({ extensions: { code, param } }) => [code, param]),
      [['invalid_cursor', 'after']],
    )
  })

  test(`${name}: pages of one, ten and a hundred take the same number of statements`, async () => {
    for (const first of [1, 10, 100]) {
      const query = queryOf(list, `(first: ${first})`, wholePageOf(list))
      const statements = await statementsOf(async () => {
        const { data, errors } = await send<Record<string, unknown>, undefined>(gateway, query)
        assert.equal(errors, undefined)
        const page = list.path.reduce((value, step) => value[step] as Record<string, unknown>, data ?? {})
        assert.equal((page['nodes'] as unknown[]).length, first)
      })
      assert.equal(statements.length, STATEMENTS[name], statements.join('\n'))
    }
  })
}
