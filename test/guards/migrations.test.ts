import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { diagnose, diffFromEmpty, diffFromMigrations } from '../../prisma/engine.ts'
import { migrate } from '../../prisma/migrate.ts'
import { readMigrations } from '../../prisma/migrations.ts'
import { createTestDatabase, withServer } from '../support/database.ts'

// A difference between prisma/migrations and prisma/schema.prisma fails the build. After a change of the schema run
// `npm run migration -- NAME`. There are two checks: Prisma's engine, and the catalogs of a migrated database compared
// with one built from the schema and the hand-written parts.

/**
 * One line for each object that a query of the application could notice. Column order is left out, because a later
 * column changes it.
 */
const CATALOG = `
with relation as (
  select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relname <> '_prisma_migrations'
)
select concat_ws(' ', 'column', r.name || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
    'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, '')) as line
  from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
union all select pg_get_indexdef(i.indexrelid) from relation r join pg_index i on i.indrelid = r.oid
union all select concat_ws(' ', 'constraint', r.name, k.conname, pg_get_constraintdef(k.oid))
  from relation r join pg_constraint k on k.conrelid = r.oid and k.contype <> 'n' -- shown by the column
union all select pg_get_triggerdef(t.oid) from relation r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
union all select concat_ws(' ', 'view', r.name, pg_get_viewdef(r.oid))
  from relation r join pg_class c on c.oid = r.oid and c.relkind in ('v', 'm')
union all select concat_ws(' ', 'enum', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder))
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname
union all select pg_get_functiondef(p.oid) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
order by line`

let migrated: string
let built: string

before(async () => {
  migrated = (await createTestDatabase({ empty: true })).url
  built = (await createTestDatabase({ empty: true })).url
  await migrate(migrated)
  const schema = await diffFromEmpty(built)
  const handWritten = (await readMigrations()).map((migration) => migration.handWritten)
  await run(built, [schema, ...handWritten].join('\n'))
})

test('a new migration would be empty', async () => {
  const scratch = await createTestDatabase({ empty: true })
  assert.equal(await diffFromMigrations(scratch.url, await readMigrations()), undefined)
})

test('a new migration would drop a table that the schema does not have', async () => {
  const scratch = await createTestDatabase({ empty: true })
  const [first, ...rest] = await readMigrations()
  assert.ok(first)
  const changed = { ...first, generated: `${first.generated}\ncreate table drift (id int primary key);` }
  assert.equal(await diffFromMigrations(scratch.url, [changed, ...rest]), '-- DropTable\nDROP TABLE "drift";\n')
})

test('a migrated database matches the schema', async () => {
  assert.deepEqual(await readCatalog(migrated), await readCatalog(built))
})

test('Prisma’s own engine accepts the recorded history', async () => {
  assert.equal(await diagnose(migrated, await readMigrations()), undefined)
})

test('migrating again changes nothing', async () => {
  assert.deepEqual(await migrate(migrated), [])
})

test('the comparison finds a lost column, a changed default, an index, a constraint and a function', async () => {
  const { url } = await createTestDatabase({ empty: true })
  await run(
    url,
    `create table drift (id int primary key, word text not null default 'a', gone text);
     create index drift_word on drift (word);
     create function drift_of(int) returns int language sql as 'select $1'`,
  )
  const before = await readCatalog(url)
  await run(
    url,
    `alter table drift drop column gone, alter column word set default 'b', add constraint drift_small check (id < 9);
     drop index drift_word;
     create index drift_word on drift (word) where id > 1;
     create or replace function drift_of(int) returns int language sql as 'select $1 + 1'`,
  )
  const after = await readCatalog(url)
  const lost = before.filter((line) => !after.includes(line))
  const come = after.filter((line) => !before.includes(line))
  const heads = (lines: string[]) => lines.map((line) => line.split(/ USING|\n/)[0]).sort()
  assert.deepEqual(heads(lost), [
    'CREATE INDEX drift_word ON public.drift',
    'CREATE OR REPLACE FUNCTION public.drift_of(integer)',
    'column drift.gone text',
    "column drift.word text not null default 'a'::text",
  ])
  assert.deepEqual(heads(come), [
    'CREATE INDEX drift_word ON public.drift',
    'CREATE OR REPLACE FUNCTION public.drift_of(integer)',
    "column drift.word text not null default 'b'::text",
    'constraint drift drift_small CHECK ((id < 9))',
  ])
})

async function readCatalog(url: string): Promise<string[]> {
  const { rows } = await withServer(url, (client) => client.query<{ line: string }>(CATALOG))
  return rows.map(({ line }) => line)
}

async function run(url: string, sql: string): Promise<void> {
  await withServer(url, (client) => client.query(sql))
}
