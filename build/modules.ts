import { globSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { ENTRIES, OPTIONAL, PACKAGES, READ } from './contents.ts'

/** `pg` tries to load it and goes without. */
const ABSENT = ['pg-native']

/**
 * Writes modules and the files that they read into a folder. Not minified: stacks show the names of the sources, and comments
 * in the modules their files.
 * @returns folders of the packages whose code is in the modules
 */
export async function writeModules(dist: string, entries = ENTRIES): Promise<string[]> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: new RegExp(`^(${[...PACKAGES, ...OPTIONAL, ...ABSENT].join('|')})(/|$)`),
    // Its CommonJS form hides its own imports from a bundler.
    resolve: { alias: { 'jsonc-parser': resolve('node_modules/jsonc-parser/lib/esm/main.js') } },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const format = { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'modules/[name]-[hash].js' } as const
  const { output } = await bundle.write({ dir: dist, ...format })
  await Promise.all(globSync(READ).map((path) => cp(path, join(dist, path), { recursive: true })))
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = modules.map((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? '')
  return [...new Set(folders)].filter((folder) => folder !== '').sort()
}
