import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { lockFolder } from './lib/folder-lock.ts'

/** A DATA_DIR that `npm start`, or a demo, holds for itself. */
export interface HeldDataDir {
  /** Port of a gateway whose parent was killed, and which may not have ended yet. */
  readonly leftPort: number | null
  /** Lets other commands on this machine find the gateway. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

const ANSWER_WITHIN_MS = 2000

const serviceFile = (dataDir: string) => join(dataDir, 'service.json')

/** Where the first account's key is kept for the owner of this machine. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'api-key')
}

/** Takes the folder before anything is made in it. @throws ConfigError where another process has it */
export async function takeDataDir(dataDir: string): Promise<HeldDataDir> {
  const unlock = await lockDataDir(dataDir)
  if (!unlock) {
    const url = await findService(dataDir)
    if (url) throw new ConfigError(`vidgate already runs on ${dataDir} (DATA_DIR): ${url}`)
    const message = `Another process already runs vidgate on ${dataDir} (DATA_DIR), but is not ready yet.`
    throw new ConfigError(`${message} Wait until it is ready, or set DATA_DIR to another folder.`)
  }
  const left = await announced(dataDir)
  let isAnnounced = false
  return {
    leftPort: left === null ? null : Number(new URL(left).port),
    async announce(url) {
      await writeFile(serviceFile(dataDir), JSON.stringify({ url }))
      isAnnounced = true
    },
    async release() {
      if (isAnnounced) await rm(serviceFile(dataDir), { force: true })
      unlock()
    },
  }
}

async function lockDataDir(dataDir: string): Promise<(() => void) | null> {
  try {
    await mkdir(dataDir, { recursive: true })
    return lockFolder(dataDir)
  } catch (cause) {
    throw new ConfigError(`The folder ${dataDir} (DATA_DIR) cannot be used: ${(cause as Error).message}.`, { cause })
  }
}

/** Address of the service that runs on this data folder; null when none does. */
export async function findService(dataDir: string): Promise<string | null> {
  const url = await announced(dataDir)
  if (url === null) return null
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)
  return response?.ok ? url : null
}

async function announced(dataDir: string): Promise<string | null> {
  try {
    return (JSON.parse(await readFile(serviceFile(dataDir), 'utf8')) as { url: string }).url
  } catch {
    return null
  }
}
