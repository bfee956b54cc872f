import { lstat, mkdir, opendir, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UNFINISHED } from './key.ts'
import { unlessMissing } from './missing.ts'

/** The storage's `tempDir`: `<dataDir>/tmp`. */
export async function openTempDir(dataDir: string): Promise<string> {
  const tempDir = resolve(dataDir, 'tmp')
  await mkdir(tempDir, { recursive: true })
  return tempDir
}

/** Writes a file under a temporary name and renames it once it is complete. */
export async function writeAside(
  path: string,
  write: (unfinished: string) => Promise<void>,
  unfinished = path + UNFINISHED,
): Promise<void> {
  try {
    await write(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Removes files below a folder that were last written before `before`, and folders that are empty since then.
 * @returns how many files
 */
export async function removeOld(folder: string, before: Date, isLeft: (name: string) => boolean): Promise<number> {
  const entries = await opendir(folder).catch(unlessMissing)
  if (!entries) return 0
  let removed = 0
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    const isOld = await wasWrittenBefore(path, before)
    if (entry.isDirectory()) {
      removed += await removeOld(path, before, isLeft)
      if (isOld) await rmdir(path).catch(() => {}) // Not empty, or another process was faster.
    } else if (isOld && isLeft(entry.name)) {
      await rm(path, { force: true })
      removed++
    }
  }
  return removed
}

async function wasWrittenBefore(path: string, before: Date): Promise<boolean> {
  const found = await lstat(path).catch(unlessMissing)
  return found !== undefined && found.mtime < before
}
