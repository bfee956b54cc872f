import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client, type Connection, type FieldDef } from 'pg'
import { type Statement, statements } from '../../src/lib/sql.ts'
import { SNAPSHOT } from '../../src/push/log.ts'
import { createTestDatabase } from '../support/database.ts'
import { sourceFiles } from './sources.ts'

/** Every statement of the rooms against the migrated schema, as Postgres prepares and describes it. */

for (const { path, text } of sourceFiles()) {
  if (/= statement\(|return statement\(/.test(text)) await import(join(import.meta.dirname, '../..', path))
}

const { url } = await createTestDatabase()
const client = new Client({ connectionString: url })
await client.connect()
after(() => client.end())

const { rows } = await client.query('select oid::int, format_type(oid, null) as name from pg_type')
const typeNames = new Map<number, string>(rows.map(({ oid, name }) => [oid, name]))

/** The names and types of the columns that a statement returns. */
function describe({ name, text }: Statement): Promise<Record<string, string | undefined>> {
  return new Promise((resolve, reject) => {
    let fields: readonly FieldDef[] = []
    client.query({
      submit(connection: Connection) {
        connection.parse({ name, text, types: [] }, false)
        connection.describe({ type: 'S', name }, false)
        connection.sync()
      },
      handleRowDescription(message: { fields: readonly FieldDef[] }) {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery() {
        resolve(Object.fromEntries(fields.map((each) => [each.name, typeNames.get(each.dataTypeID)])))
      },
    })
  })
}

test('every statement is prepared on the migrated schema, and returns the columns that it declares', async () => {
  assert.ok(statements.size > 150)
  for (const statement of statements.values()) {
    const described = await describe(statement).catch((error: unknown) => assert.fail(`${statement.name}: ${error}`))
    if (!statement.columns) continue
    const declared = Object.entries(statement.columns).map(([name, { type }]) => [name, type])
    assert.deepEqual(described, Object.fromEntries(declared), statement.name)
  }
})

/** The columns that the updates of a task set in some SQL. */
function changedColumns(sql: string): string[] {
  return [...sql.matchAll(/\bupdate\s+"?task"?\s+set\s/gi)].flatMap(({ 0: head, index }) => {
    let depth = 0
    let outer = ''
    for (const char of sql.slice(index + head.length)) {
      if (char === '(') depth += 1
      if (char === ')') depth -= 1
      if (depth < 0) break
      if (depth === 0) outer += char
    }
    const [list = ''] = outer.split(/\b(?:from|where|returning)\b|;/i)
    return [...list.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g)].map(([, column = '']) => column)
  })
}

test('an event has every column of a task that a statement changes after the create', async () => {
  const functions = await client.query(
    `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  )
  const texts = [...statements.values(), ...functions.rows].map(({ text }) => text)
  const changed = new Set(texts.flatMap(changedColumns))
  const { fields } = await client.query(`select ${SNAPSHOT} from task`)
  // The event's own number, and the texts that a deletion erases in every event.
  const outside = ['seq', 'prompt', 'negative_prompt', 'metadata']
  assert.deepEqual([...changed].sort(), [...fields.map(({ name }) => name), ...outside].sort())
})
