import type { Storage } from './storage.ts'

const BATCH = 500

/**
 * Removes objects without a row, left by a crash between storing and writing the row.
 * @param before younger objects may still get their rows
 * @param knownOf returns the keys that have rows
 * @returns how many
 */
export async function removeUnknown(
  storage: Storage,
  prefix: string,
  before: Date,
  knownOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0
  let keys: string[] = []
  const judge = async () => {
    const known = await knownOf(keys)
    const unknown = keys.filter((key) => !known.has(key))
    for (const key of unknown) await storage.remove(key)
    removed += unknown.length
    keys = []
  }
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before && keys.push(key) === BATCH) await judge()
  }
  await judge()
  return removed
}
