import { readFile } from 'node:fs/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import { type MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { Pool, type QueryArrayResult, types } from 'pg'
import { MIGRATIONS_DIR, type Migration, SCHEMA_FILE } from './migrations.ts'

// Prisma's schema engine as WebAssembly, for development and tests: it says which SQL leads from one schema to
// another. The binary that the CLI would use is downloaded at run time.

/** Where the engine leaves its reason before it panics; without it only a TypeError is seen. */
Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) } })

const NO_FILTERS = { externalTables: [], externalEnums: [] }
const LOCK_FILE = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' }

/** Gives the SQL that builds an empty database up to `prisma/schema.prisma`. */
export function diffFromEmpty(scratchUrl: string): Promise<string | undefined> {
  return diff(scratchUrl, { tag: 'empty' })
}

/**
 * Gives the SQL that leads from the generated parts of `migrations` to `prisma/schema.prisma`, `undefined` if there
 * is no difference. Writes the migrations into the database `scratchUrl`, which must be empty.
 */
export function diffFromMigrations(scratchUrl: string, migrations: Migration[]): Promise<string | undefined> {
  const generated = migrations.map(({ name, generated }) => ({ name, sql: generated }))
  return diff(scratchUrl, { tag: 'migrations', ...list(generated) })
}

/** What Prisma itself thinks of the migrations recorded in a database; `undefined`: all is well. */
export async function diagnose(databaseUrl: string, migrations: Migration[]): Promise<unknown> {
  const found = await withEngine(databaseUrl, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: list(migrations),
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    }),
  )
  const fine = found.history === null && found.editedMigrationNames.length + found.failedMigrationNames.length === 0
  return fine && found.hasMigrationsTable ? undefined : found
}

type From = { tag: 'empty' } | ({ tag: 'migrations' } & MigrationList)

async function diff(scratchUrl: string, from: From): Promise<string | undefined> {
  const files = [{ path: SCHEMA_FILE, content: await readFile(SCHEMA_FILE, 'utf8') }]
  const to = { tag: 'schemaDatamodel', files } as const
  const params = { from, to, script: true, exitCode: true, filters: NO_FILTERS }
  const { exitCode, stdout } = await withEngine(scratchUrl, (engine) => engine.diff(params))
  return exitCode === 0 ? undefined : (stdout ?? undefined)
}

function list(migrations: readonly { name: string; sql: string }[]): MigrationList {
  const migrationDirectories = migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } as const },
  }))
  return { baseDir: MIGRATIONS_DIR, lockfile: LOCK_FILE, shadowDbInitScript: '', migrationDirectories }
}

async function withEngine<T>(databaseUrl: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const pool = new CatalogPool({ connectionString: databaseUrl })
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterFor(pool))
    return await use(await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter))
  } finally {
    await pool.end()
  }
}

/**
 * The adapter does not know the catalogs' type "char"; the engine wants it as a character, which no type of Postgres
 * becomes in the adapter. So it travels as a date, of which the catalogs have none, and is renamed in `queryRaw`.
 */
class CatalogPool extends Pool {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has eight signatures; only the promise's is used
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...args: unknown[]) => Promise<QueryArrayResult>)(...args)
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === types.builtins.CHAR) field.dataTypeID = types.builtins.DATE
    }
    return result
  }
}

/** Prisma's adapter (7.10), mended. */
function adapterFor(pool: CatalogPool): SqlMigrationAwareDriverAdapterFactory {
  const prisma = new PrismaPg(pool)
  const connect = async () => {
    const adapter = await prisma.connect()
    // Its own cuts a script at every `;`, wherever it stands.
    adapter.executeScript = async (sql) => void (await adapter.executeRaw({ sql, args: [], argTypes: [] }))
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      return {
        ...result,
        columnTypes: result.columnTypes.map((type) => (type === ColumnTypeEnum.Date ? ColumnTypeEnum.Character : type)),
      }
    }
    return adapter
  }
  // Its own shadow database is the main one when it was given a URL, else one that it cannot drop.
  return { provider: 'postgres', adapterName: prisma.adapterName, connect, connectToShadowDb: connect }
}
