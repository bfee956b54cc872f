import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ConfigError } from '../src/config.ts'
import type { Log } from '../src/lib/log.ts'

/** Machines may share a TMPDIR and cannot check each other's files. The name is short, because socket paths are limited. */
const NAME = `vidgate-run-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`

/**
 * The socket that a process listens on while it needs the folder: a lock that the kernel releases however the process ends. A
 * process id in a file may belong to another process later, and has no meaning in another container. Node has no file locks.
 */
const HOLD = 'held'
const WORK = 'work'

/** A folder for one run, which no other process removes while this one lives. */
export interface RunFolder {
  readonly path: string
  remove(): Promise<void>
}

/** It gets its name once it is held, so that no process finds it earlier. */
export async function openRunFolder(): Promise<RunFolder> {
  const draft = await mkdtemp(join(tmpdir(), `.${NAME}`))
  const root = join(tmpdir(), basename(draft).slice(1))
  const hold = createServer((visitor) => visitor.destroy())
  try {
    hold.listen(join(draft, HOLD))
    await once(hold, 'listening')
    hold.unref()
    await mkdir(join(draft, WORK))
    await rename(draft, root)
  } catch (error) {
    hold.close()
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  return {
    path: join(root, WORK),
    async remove() {
      hold.close()
      await removeFolder(root)
    },
  }
}

/** The hold is removed last, so that the rest of a crash is found again. */
async function removeFolder(root: string): Promise<void> {
  await rm(join(root, WORK), { recursive: true, force: true, maxRetries: 3 })
  await rm(root, { recursive: true, force: true })
}

/** @throws ConfigError if no run could create its folder */
export async function assertRunFolders(): Promise<void> {
  try {
    await (await openRunFolder()).remove()
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error)
    const text = `TMPDIR: a worker needs files and sockets in ${tmpdir()}, whose path may have about 60 letters: ${why}.`
    throw new ConfigError(text, { cause: error })
  }
}

/**
 * Removes the folders of killed processes of this user on this machine.
 * @returns number of removed folders
 */
export async function removeLeftFolders(log: Log): Promise<number> {
  let removed = 0
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(NAME)) continue
    const root = join(tmpdir(), name)
    try {
      if ((await lstat(root)).uid !== process.getuid?.() || !(await isLeft(root))) continue
      await removeFolder(root)
      removed += 1
    } catch (error) {
      // Its run, or another worker, was faster.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      log.warn({ err: error, folder: root }, 'could not remove the files of a killed worker; trying again')
    }
  }
  if (removed > 0) log.info({ removed }, 'removed the files of killed workers')
  return removed
}

/** Whether no process listens: the holder has ended. A stopped (SIGSTOP) process still listens. */
async function isLeft(root: string): Promise<boolean> {
  const visitor = connect(join(root, HOLD))
  try {
    await once(visitor, 'connect')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  } finally {
    visitor.destroy()
  }
}
