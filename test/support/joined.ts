import { copyFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENTRIES } from '../../build/contents.ts'
import { onceARun, RUN_FOLDER } from './once.ts'

const JOINED: readonly string[] = [...ENTRIES, 'test/support/quick-worker.ts', 'test/chaos/cycles/gateway.ts']

/** A module to start as a process. */
export interface Program {
  readonly path: string
  /** Variables for its start. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * In a run of the tests modules are joined as by `npm run build`, once a run: they start with half the processor time of the
 * sources (docs/decisions/processes.md#the-build).
 * @param path from the top
 */
export async function programOf(path: string): Promise<Program> {
  if (process.env[RUN_FOLDER] === undefined || !JOINED.includes(path)) {
    return { path: fileURLToPath(new URL(`../../${path}`, import.meta.url)), environment: {} }
  }
  const folder = await onceARun('joined', writeJoined)
  // Not the lanes' cache, which would keep the code of each run.
  return { path: join(folder, path.replace(/\.ts$/, '.js')), environment: { NODE_COMPILE_CACHE: `${folder}-compiled` } }
}

async function writeJoined(folder: string): Promise<void> {
  // Loads a bundler, which few lanes need.
  const { writeModules } = await import('../../build/modules.ts')
  await writeModules(folder, JOINED)
  await copyFile('package.json', join(folder, 'package.json'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
}
