import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pretend } from '../support/pretend.ts'

export interface Elsewhere {
  readonly folder: string
  /** Whether it is an ordinary folder that stands in for one on another file system. */
  readonly isPretended: boolean
}

/** A folder on another file system than a given one: a real one if there is a writable one. */
export async function makeElsewhere(here: string): Promise<Elsewhere> {
  const shared = await stat('/dev/shm').catch(() => null)
  const isPretended = !shared || shared.dev === (await stat(here)).dev
  const folder = await mkdtemp(join(isPretended ? tmpdir() : '/dev/shm', 'vidgate-elsewhere-'))
  return { folder, isPretended }
}

/** From here on a rename out of a folder fails, as from another file system. @returns a function that undoes it */
export function pretendElsewhere(folder: string): () => void {
  return pretend('rename', (rename) => async (from, to) => {
    if (dirname(String(from)) !== folder) return rename(from, to)
    throw Object.assign(new Error(`EXDEV: cross-device link not permitted, rename '${from}' -> '${to}'`), {
      code: 'EXDEV',
    })
  })
}
