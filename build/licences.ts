import { globSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the licences of vidgate and of the packages whose code is in the modules: they require that copies contain them. */
export async function writeLicences(dist: string, folders: readonly string[]): Promise<void> {
  const texts = new Set(await Promise.all(folders.map(licenceOf)))
  await writeFile(join(dist, 'LICENSES.txt'), [...texts].join(`\n${'-'.repeat(80)}\n\n`))
  await copyFile('LICENSE', join(dist, 'LICENSE'))
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const files = globSync('{licen[cs]e,LICEN[CS]E,Licen[cs]e,NOTICE,notice}{,-*,.*}', { cwd: folder }).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return `${name} ${version}\nLicence: ${license}\n\n${texts.join('\n')}`
}
