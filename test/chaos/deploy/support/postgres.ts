import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { listenOnce } from '../../../../src/lib/port.ts'
import { findOsUser, type OsUser } from '../../../../src/lib/postgres-install.ts'

/** A Postgres of the machine (Debian's packages), with its tools: the embedded one has no pg_dump. */
export interface SystemPostgres {
  readonly folder: string
  readonly port: number
  /** The superuser's address of a database. */
  url(database?: string): string
  sql(text: string, database?: string): Promise<void>
  /** Runs a program of its version on this server, as the superuser. */
  run(program: string, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** The folder with the programs of the newest version. */
export function binaries(): string {
  const { stdout } = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1'], {
    encoding: 'utf8',
  })
  assert.ok(stdout.trim(), 'install Debian’s postgresql: there is no /usr/lib/postgresql')
  return stdout.trim()
}

/** A folder that the account of Postgres may write. @param last runs after the file, before the folder is removed */
export async function postgresFolder(last = async () => {}): Promise<{ folder: string; user: OsUser }> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-postgres-'))
  after(() => last().finally(() => rm(folder, { recursive: true, force: true })))
  const user = await findOsUser(folder)
  if (user) await chown(folder, user.uid, user.gid)
  return { folder, user }
}

/**
 * Starts a new cluster, stopped after the file.
 * @param settings lines of postgresql.conf
 * @param copyOf makes the cluster's folder, instead of `initdb`
 */
export async function startSystemPostgres(
  settings: Readonly<Record<string, string>> = {},
  copyOf?: (data: string) => Promise<void>,
): Promise<SystemPostgres> {
  let stop = async () => {}
  const { folder, user } = await postgresFolder(() => stop())
  const [bin, data, port] = [binaries(), join(folder, 'data'), await listenOnce(0)]
  const env = { ...process.env, PGPASSWORD: '', LC_ALL: 'C.UTF-8' }
  const start = async (program: string, args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(join(bin, program), args, {
      ...user,
      env,
      cwd: folder,
      maxBuffer: 2 ** 26,
    })
    return stdout
  }
  if (copyOf) await copyOf(data)
  else await start('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, timezone: 'UTC', ...settings }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(folder, 'log')
  await start('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', log, '-o', options.join(' '), 'start']).catch(
    async (error) => {
      throw new Error(`Postgres did not start: ${await readFile(log, 'utf8').catch(() => error.message)}`)
    },
  )
  stop = async () => {
    stop = async () => {}
    await start('pg_ctl', ['-D', data, '-m', 'fast', 'stop'])
  }
  const address = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres']
  const run = (program: string, ...args: string[]) => start(program, [...address, ...args])
  return {
    folder,
    port,
    run,
    stop: () => stop(),
    url: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
    sql: async (text, database = 'postgres') =>
      void (await run('psql', '-qX', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', text)),
  }
}
