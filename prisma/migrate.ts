import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { type Migration, readMigrations } from './migrations.ts'

// Prisma's layout and Prisma's table, so that its own tools can take over, but not its engine. The CLI's engine is
// downloaded at run time. The one in npm (@prisma/schema-engine-wasm) runs a file through @prisma/adapter-pg 7.10,
// which cuts it at every `;`, also inside a function or a comment, and sends each piece outside a transaction: a
// function cannot be created and a failure leaves half a migration. Here file and record are one transaction.

/** The key Prisma's own `migrate deploy` takes: neither runs beside the other. */
const LOCK = 72_707_369

const CREATE_TABLE = `
create table if not exists _prisma_migrations (
  id                  varchar(36)  primary key not null,
  checksum            varchar(64)  not null,
  finished_at         timestamptz,
  migration_name      varchar(255) not null,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz  not null default now(),
  applied_steps_count integer      not null default 0
)`

const FIND_RECORDED = `
select migration_name as name, checksum, finished_at is not null as finished
from _prisma_migrations where rolled_back_at is null`

const RECORD = `
insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
values ($1, $2, $3, now(), clock_timestamp(), 1)`

type Recorded = { name: string; checksum: string; finished: boolean }

/**
 * Applies what `prisma/migrations` holds and the database does not have yet; gives the names applied. Each migration
 * is one transaction, so it must hold no `commit` and nothing that refuses one (`create index concurrently`).
 * Of several that start at once, one works and the others wait for it.
 *
 * Throws at the first migration that fails, with its file, line and the database's message. Those before it stay,
 * nothing of it does: correct the file and run again. Throws also if an applied file was changed afterwards.
 */
export async function migrate(databaseUrl: string, dir?: string): Promise<string[]> {
  const migrations = await readMigrations(dir)
  const client = new Client({ connectionString: databaseUrl, application_name: 'vidgate migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query("set client_min_messages = 'warning'")
    await client.query(CREATE_TABLE)
    const pending = findPending(migrations, (await client.query<Recorded>(FIND_RECORDED)).rows)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // releases the lock
  }
}

function findPending(migrations: Migration[], rows: Recorded[]): Migration[] {
  const recorded = new Map(rows.map((row) => [row.name, row]))
  return migrations.filter(({ name, file, checksum }) => {
    const row = recorded.get(name)
    if (row === undefined) return true
    if (!row.finished) {
      throw new Error(
        `Another tool started the migration ${name} and did not finish it. Check its changes, then set ` +
          'rolled_back_at (to apply it again) or finished_at in _prisma_migrations.',
      )
    }
    if (row.checksum !== checksum) {
      throw new Error(
        `${show(file)} was changed after it was applied to this database. Applied migrations must not change: ` +
          'restore the file and put the change into a new migration (or delete a development database).',
      )
    }
    return false
  })
}

async function apply(client: Client, { name, file, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(RECORD, [randomUUID(), checksum, name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {}) // the connection may be what failed
    throw new Error(`${show(file)}${lineOf(sql, cause)}: ${describe(cause)} (this migration was rolled back)`, {
      cause,
    })
  }
}

function lineOf(sql: string, error: unknown): string {
  const position = error instanceof DatabaseError ? Number(error.position) : 0
  return position > 0 ? `:${sql.slice(0, position).split('\n').length}` : ''
}

function describe(error: unknown): string {
  if (!(error instanceof DatabaseError)) return String(error)
  return [error.message, error.detail, error.hint].filter(Boolean).join('. ')
}

function show(file: string): string {
  return relative(process.cwd(), file)
}
