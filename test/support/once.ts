import { access, mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './until.ts'

/** The variable through which lanes get the folder of what is made once a run. */
export const RUN_FOLDER = 'VIDGATE_TEST_FOLDER'

const folders = new Map<string, Promise<string>>()

/** A folder that the first process of a run to need it fills; the other processes wait until it is complete. */
export function onceARun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = folders.get(name) ?? filled(join(process.env[RUN_FOLDER] ?? '', name), fill)
  folders.set(name, folder)
  return folder
}

async function filled(folder: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const lock = `${folder}-lock`
  await until(async () => {
    if (await exists(folder)) return true
    if (!(await mkdir(lock).then(() => true, isTaken))) return false
    try {
      if (await exists(folder)) return true
      const unfinished = await mkdtemp(`${folder}-`)
      await fill(unfinished)
      await rename(unfinished, folder)
    } finally {
      await rmdir(lock)
    }
    return true
  })
  return folder
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error
  return false
}
