import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'
import { onceARun } from './once.ts'

const run = promisify(execFile)

/** A folder with `@vidgate/client`, compiled as it is published, and below a folder with the installed packages. @returns it */
export async function folderWithClient(base: string): Promise<string> {
  const folder = join(base, 'app')
  const home = join(folder, 'node_modules/@vidgate/client')
  await mkdir(home, { recursive: true })
  await symlink(resolve('node_modules'), join(base, 'node_modules'))
  await copyFile('packages/client/package.json', join(home, 'package.json'))
  await cp(await onceARun('client', compile), join(home, 'dist'), { recursive: true })
  return folder
}

async function compile(folder: string): Promise<void> {
  await run('node_modules/.bin/tsc', ['-p', 'packages/client', '--outDir', folder])
}

/** A program of such a folder as one module, as pages load it. */
export async function bundled(folder: string, entry: string, minify: boolean): Promise<string> {
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify, lib: { entry: join(folder, entry), formats: ['es'] } },
  })
  const [{ output }] = result as unknown as [Rolldown.RolldownOutput]
  return output[0].code
}
