import { createHmac } from 'node:crypto'
import { Client } from 'pg'

const DATABASE = 'vidgate'
const SUPERUSER = 'postgres'
/** The role of all connections except those of this file. It owns its database and has no other rights. */
const ROLE = 'vidgate'
const WITHIN = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/** Key of the advisory lock that orders processes which start at once. */
const LOCK = 7_301_942

/** The superuser's password, and the port of the server. */
export interface Server {
  readonly port: number
  readonly password: string
}

/**
 * Creates the database and the role if they are missing, and returns the role's URL. Only this file uses the superuser, so that an
 * injected statement elsewhere cannot read files of the server or start programs.
 */
export async function ensureDatabase({ port, password }: Server): Promise<string> {
  // Derived, so that there is no second file to lose; the superuser's password cannot be computed from it.
  const secret = createHmac('sha256', password).update(ROLE).digest('base64url')
  await asSuperuser({ port, password }, SUPERUSER, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const find = 'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = $1'
    const found = (await client.query<{ encoding: string }>(find, [DATABASE])).rows[0]
    if (found !== undefined && found.encoding !== 'UTF8') throw new Error(`Database is in ${found.encoding}, not UTF8`)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE])
    if (rowCount === 0) await client.query(`create role ${ROLE} login ${WITHIN} password '${secret}'`)
    if (found === undefined) await client.query(`create database ${DATABASE} owner ${ROLE}`)
    // Created by an earlier version, as the superuser.
    else await client.query(`alter database ${DATABASE} owner to ${ROLE}`)
  })
  await asSuperuser({ port, password }, DATABASE, handOver)
  return `postgresql://${ROLE}:${secret}@127.0.0.1:${port}/${DATABASE}`
}

/** A URL of the superuser, for tests and tools that create databases. */
export function superuserUrl({ port, password }: Server, database = ''): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

async function asSuperuser(server: Server, database: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(server, database) })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/**
 * Statements that make the role the owner of the superuser's objects in its database, tables first, with their sequences. REASSIGN
 * OWNED fails, because it would include system objects.
 */
const LEFT = `
  with own as (select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')),
    place as (select oid from own union select 'public'::regnamespace::oid),
    other as (select oid from pg_roles where rolname <> '${ROLE}')
  select statement from (
    select 1, format('alter table %s owner to ${ROLE}', oid::regclass) from pg_class c
      where relnamespace in (select oid from place) and relowner in (select oid from other) and relkind in ('r', 'p', 'v', 'm', 'f')
    union all
    select 2, format('alter sequence %s owner to ${ROLE}', oid::regclass) from pg_class c
      where relnamespace in (select oid from place) and relowner in (select oid from other) and relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select 3, format('alter routine %s owner to ${ROLE}', oid::regprocedure) from pg_proc
      where pronamespace in (select oid from place) and proowner in (select oid from other)
    union all
    select 4, format('alter type %s owner to ${ROLE}', oid::regtype) from pg_type
      where typnamespace in (select oid from place) and typowner in (select oid from other) and typtype in ('e', 'd', 'r')
    union all
    select 5, format('alter schema %I owner to ${ROLE}', nspname) from pg_namespace
      where oid in (select oid from own) and nspowner in (select oid from other)
  ) as left_over (step, statement) order by step`

async function handOver(client: Client): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  const { rows } = await client.query<{ statement: string }>(LEFT)
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join('; '))
  await client.query('commit')
}
