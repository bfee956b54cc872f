import { namesOf, query, statement, type Tx } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { FILE, type FileRecord, fileFromRow } from './file.ts'

/** A file that a create names. */
export interface WantedFile {
  readonly accountId: string
  readonly fileId: string
}

/** Finds no files that are deleted or of other accounts. Expired ones are found; their time identifies them. */
function wantedFiles(lock: string): string {
  return `select ${namesOf(FILE)} from unnest($1::text[], $2::text[]) as wanted(account_id, id)
    join file using (account_id, id) where deleted_at is null order by id ${lock}`
}

const LOCK = statement('file_lock', FILE)`${wantedFiles('for no key update of file')}`
const READ = statement('file_wanted', FILE)`${wantedFiles('')}`

function columnsOf(wanted: readonly WantedFile[]): string[][] {
  const distinct = [...new Map(wanted.map((each) => [`${each.accountId} ${each.fileId}`, each])).values()]
  return [distinct.map((each) => each.accountId), distinct.map((each) => each.fileId)]
}

/**
 * Locks the files that creates name, by id, after their accounts. A file is found only for the account that owns it: check
 * `accountId`.
 */
export async function lockFiles(tx: Tx, wanted: readonly WantedFile[]): Promise<Map<string, FileRecord>> {
  const { rows } = await tx.run(LOCK, columnsOf(wanted))
  return new Map(rows.map((row) => [row.id, fileFromRow(row)]))
}

/** The same for reading, outside a transaction. */
export async function readFiles(
  needs: Pick<Resources, 'pool'>,
  wanted: readonly WantedFile[],
): Promise<Map<string, FileRecord>> {
  const { rows } = await query(needs.pool, READ, columnsOf(wanted))
  return new Map(rows.map((row) => [row.id, fileFromRow(row)]))
}

const MOVE = statement('file_pin')`update file set pins = pins + moved.by
    from unnest($1::text[], $2::int[]) as moved(id, by) where file.id = moved.id`

/** Pins files for a number of accepted tasks; their bytes stay until the last pin is released (docs/rules/files.md#pins). */
export function pinFiles(tx: Tx, pins: ReadonlyMap<string, number>): void {
  tx.send(MOVE, [[...pins.keys()], [...pins.values()]])
}

/** Unpins a task's files, in the transaction that ends it. */
export function unpinFiles(tx: Tx, ids: readonly string[]): void {
  tx.send(MOVE, [ids, ids.map(() => -1)])
}
