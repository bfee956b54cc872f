import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pretend } from '../support/pretend.ts'

export interface Elsewhere {
  readonly folder: string
  /** Whether it is a folder like any other, which is to be taken for one of another file system. */
  readonly isPretended: boolean
}

/** A folder on another file system than a given one: a real one, where there is one that everybody may write to. */
export async function makeElsewhere(here: string): Promise<Elsewhere> {
  const shared = await stat('/dev/shm').catch(() => null)
  const isPretended = !shared || shared.dev === (await stat(here)).dev
  const folder = await mkdtemp(join(isPretended ? tmpdir() : '/dev/shm', 'vidgate-elsewhere-'))
  return { folder, isPretended }
}

/** From here on nothing can be renamed out of a folder, as of one of another file system. @returns takes it back */
export function pretendElsewhere(folder: string): () => void {
  return pretend('rename', (rename) => async (from, to) => {
    if (dirname(String(from)) !== folder) return rename(from, to)
    throw Object.assign(new Error(`EXDEV: cross-device link not permitted, rename '${from}' -> '${to}'`), {
      code: 'EXDEV',
    })
  })
}
