import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** What `npm ci` makes and git ignores: as it is, no fault touches it. */
const LINKED = ['node_modules', 'prisma/client', 'schema/pothos-types.ts', 'web/dist*']

export interface Copy extends AsyncDisposable {
  readonly dir: string
}

/** A copy of the working tree in a folder of its own, with what is not committed yet. */
export async function copyTree(): Promise<Copy> {
  const dir = await mkdtemp(join(tmpdir(), 'vidgate-faults-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of listed.toString().split('\0')) {
    // One that was removed, and not yet from the index.
    if (path !== '' && existsSync(path)) await cp(path, join(dir, path))
  }
  for (const path of globSync(LINKED)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await symlink(resolve(path), join(dir, path))
  }
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}
