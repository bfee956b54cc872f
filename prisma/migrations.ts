import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installedFile } from '../src/lib/installed.ts'

/** One folder of `prisma/migrations`. The checksum is Prisma's: SHA-256 of the file, in hex. */
export type Migration = {
  readonly name: string
  readonly file: string
  readonly sql: string
  readonly checksum: string
  /** What the Prisma schema gave. */
  readonly generated: string
  /** What it cannot express, after the line `-- hand-written`: functions, triggers, checks, partial indexes. */
  readonly handWritten: string
}

export const MIGRATIONS_DIR = installedFile('prisma/migrations')
export const SCHEMA_FILE = installedFile('prisma/schema.prisma')
export const HAND_WRITTEN = '-- hand-written'

const MARK = new RegExp(`^${HAND_WRITTEN}\\b.*$`, 'm')

/** In the order in which they apply. */
export async function readMigrations(dir: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.sort().map((name) => readMigration(dir, name)))
}

async function readMigration(dir: string, name: string): Promise<Migration> {
  const file = join(dir, name, 'migration.sql')
  const sql = await readFile(file, 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  const at = MARK.exec(sql)?.index ?? sql.length
  return { name, file, sql, checksum, generated: sql.slice(0, at), handWritten: sql.slice(at) }
}
