import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'
import { diffFromMigrations } from './engine.ts'
import { HAND_WRITTEN, MIGRATIONS_DIR, readMigrations } from './migrations.ts'

/** The SQL from `prisma/migrations` to `prisma/schema.prisma`, computed on a temporary database. */
async function findDifference(): Promise<string | undefined> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-diff-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  try {
    return await diffFromMigrations(postgres.superuserUrl, await readMigrations())
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function writeMigration(name: string, sql: string): Promise<string> {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const dir = join(MIGRATIONS_DIR, `${time}_${name}`)
  const file = join(dir, 'migration.sql')
  await mkdir(dir, { recursive: true })
  await writeFile(file, sql)
  await writeFile(join(MIGRATIONS_DIR, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return relative(process.cwd(), file)
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'hand-written': { type: 'boolean' } } })
const name = positionals[0] ?? ''
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error(`usage: node prisma/diff.ts NAME [--hand-written]
  Writes the next migration, from prisma/migrations to prisma/schema.prisma. NAME: a-z, 0-9 and _.
  --hand-written  also when the schema did not change, for SQL of your own below "${HAND_WRITTEN}"`)
  process.exit(2)
}
await mkdir(MIGRATIONS_DIR, { recursive: true })
const difference = await findDifference()
const tail = values['hand-written'] ? [`${HAND_WRITTEN}\n`] : []
const parts = difference === undefined ? tail : [difference, ...tail]
console.log(parts.length === 0 ? 'No difference' : `Wrote ${await writeMigration(name, parts.join('\n'))}`)
