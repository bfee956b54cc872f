import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { ConfigError } from '../config.ts'
import { UNFINISHED } from './key.ts'
import { unlessMissing } from './missing.ts'
import type { Storage } from './storage.ts'

/** Name of the file beside the objects; no key starts with a dot. */
const FILE = '.installation'
const SETTING = 'installation'

interface Installation {
  readonly id: string
  /** Path where it was first seen, for people. */
  readonly host: string
  readonly folder: string
}

/**
 * Checks that all processes of a database use the same folder for objects: a worker on another machine, or with another DATA_DIR,
 * would store videos where no gateway finds them. The first process writes an id to the folder and the database. A shared
 * folder may have any path.
 * @throws ConfigError if the database's objects are in another folder
 */
export async function assertSameFolder(pool: Pool, { kind }: Pick<Storage, 'kind'>, dataDir: string): Promise<void> {
  if (kind !== 'disk') return
  const folder = resolve(dataDir, 'objects')
  const here: Installation = { id: await idOf(folder), host: hostname(), folder }
  const values = [SETTING, JSON.stringify(here)]
  await pool.query('insert into setting (name, value) values ($1, $2) on conflict do nothing', values)
  const { rows } = await pool.query<{ value: string }>('select value from setting where name = $1', [SETTING])
  const kept = JSON.parse(rows[0]?.value ?? '{}') as Installation
  if (kept.id === here.id) return
  throw new ConfigError(
    `This database keeps its files in another folder: ${kept.folder} on ${kept.host}, not ${folder} on ${here.host}. ` +
      'Set DATA_DIR to a folder that all machines share, or S3_BUCKET to a bucket, the same for every process. ' +
      `(vidgate recognises a moved folder by its file ${FILE}.)`,
  )
}

/** The folder's id, created by the first process. The file is complete or missing. */
async function idOf(folder: string): Promise<string> {
  const path = join(folder, FILE)
  const known = await readFile(path, 'utf8').catch(unlessMissing)
  if (known) return known.trim()
  const fresh = `${path}.${randomUUID()}${UNFINISHED}`
  await writeFile(fresh, `${randomUUID()}\n`)
  await link(fresh, path).catch(async (error: NodeJS.ErrnoException) => {
    // Some file systems do not support links.
    if (error.code !== 'EEXIST') await copyFile(fresh, path, constants.COPYFILE_EXCL).catch(unlessTaken)
  })
  await rm(fresh, { force: true })
  return (await readFile(path, 'utf8')).trim()
}

function unlessTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
