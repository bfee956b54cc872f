import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Takes a folder for this process alone. The lock is the kernel's, on an open file (SQLite takes it, as Node has no call for it):
 * it ends with the process in any case, so no stale lock can remain.
 * @returns a function that releases it; null if another process holds it
 */
export function lockFolder(folder: string): (() => void) | null {
  const file = new DatabaseSync(join(folder, 'lock'))
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null
    throw error
  }
}
