import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Results of `npm ci` that git ignores: linked, because no fault changes them. */
const LINKED = ['node_modules', 'prisma/client', 'schema/pothos-types.ts', 'web/dist*']

export interface Copy extends AsyncDisposable {
  readonly dir: string
}

/** A copy of the working tree in a new folder, with uncommitted changes. */
export async function copyTree(): Promise<Copy> {
  const dir = await mkdtemp(join(tmpdir(), 'vidgate-faults-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of listed.toString().split('\0')) {
    // A file that was deleted, but not from the index yet.
    if (path !== '' && existsSync(path)) await cp(path, join(dir, path))
  }
  for (const path of globSync(LINKED)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await symlink(resolve(path), join(dir, path))
  }
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}
