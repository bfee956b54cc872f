import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { EngineFailure } from '../failure.ts'

/**
 * Checks a file that the command reports: it exists, is not empty and is in the command's folder after links are resolved.
 * @param path absolute, or relative to that folder
 */
export async function outputFile(folder: string, path: string): Promise<string> {
  const wrong = (what: string) => new EngineFailure(`the command's output ${path} ${what}`, { retry: true })
  const whole = await realpath(resolve(folder, path)).catch((error: unknown) => {
    throw new EngineFailure(`the command's output ${path} does not exist`, { retry: true, cause: error })
  })
  if (!whole.startsWith((await realpath(folder)) + sep)) throw wrong('is outside its folder')
  const { size, isFile } = await stat(whole).then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
  if (!isFile) throw wrong('is not a file')
  if (size === 0) throw wrong('is empty')
  return whole
}
