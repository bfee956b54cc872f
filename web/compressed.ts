import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Lays `.br` and `.gz` beside what shrinks, at the highest quality: it is done once a build and served ever after. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      for await (const path of glob('**/*.{html,js,css,svg}', { cwd: folder })) {
        const file = join(folder, path)
        const bytes = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }
    },
  }
}
