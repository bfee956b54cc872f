import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client, type Connection, type FieldDef } from 'pg'
import { type Statement, statements } from '../../src/lib/sql.ts'
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
