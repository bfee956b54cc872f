import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { prepareDatabase } from '../../prisma/prepare.ts'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { databaseUrl, withServer } from '../support/database.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-role-'))
const open = () => startEmbeddedPostgres({ dataDir, durable: false })
const postgres = await open()
after(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the service’s role owns its database and has no rights elsewhere', async () => {
  await withServer(postgres.url, async (client) => {
    const { rows } = await client.query(
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members where member = r.oid) as groups from pg_roles r where rolname = current_user`,
    )
    const none = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    }
    assert.deepEqual(rows, [{ rolname: 'vidgate', ...none, groups: 0 }])
    for (const statement of [
      "copy (select 1) to program 'true'",
      "select pg_read_file('postgresql.conf')",
      'alter role vidgate superuser',
      'alter system set log_statement = none',
      'set session_replication_role = replica',
      'create database another',
      'set role postgres',
    ]) {
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    }
  })
})

test('objects that an earlier version created as superuser change owner on the running server', async () => {
  const before = databaseUrl(postgres.superuserUrl, 'vidgate')
  await prepareDatabase(before, null)
  await withServer(before, async (client) => {
    await client.query(`
      alter database vidgate owner to postgres;
      create schema "Old"; create type "Old".mood as enum ('good'); create domain "Old".small as int;
      create table "Old".parted (id int) partition by range (id);
      create table "Old".part partition of "Old".parted for values from (0) to (9);
      create sequence "Old".alone; create view "Old".seen as select 1; create materialized view "Old".kept as select 1;
      create procedure "Old".run() language sql as ''`)
  })
  const again = await open()
  await again.stop()
  assert.equal(again.url, postgres.url)
  await withServer(again.url, async (client) => {
    const { rows } = await client.query(
      `select oid::regclass::text as name from pg_class c where relowner <> 'vidgate'::regrole and relnamespace in (
          select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
        union all select oid::regprocedure::text from pg_proc where proowner <> 'vidgate'::regrole and oid >= 16384
        union all select oid::regtype::text from pg_type where typowner <> 'vidgate'::regrole and oid >= 16384
          and typnamespace <> 'pg_toast'::regnamespace
        union all select nspname from pg_namespace where nspowner <> 'vidgate'::regrole and oid >= 16384
        union all select datname from pg_database where datname = current_database() and datdba <> 'vidgate'::regrole`,
    )
    assert.deepEqual(rows, [])
  })
  assert.equal(await prepareDatabase(again.url, null), null)
})
