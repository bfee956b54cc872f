import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

// Files are named by their path in the sources, not relative to a module: `npm run build` joins modules into other files
// (docs/decisions/processes.md#the-build).

/** The folder of package.json: of the sources or of `dist`. */
const ROOT = dirname(findPackageJSON(import.meta.url) ?? '')

/** A file of vidgate. `build/modules.ts` lists those of `dist`. */
export function installedFile(path: string): string {
  return join(ROOT, path)
}

/** A module of vidgate that runs as a process. `build/modules.ts` lists those of `dist`. */
export function installedModule(path: `${string}.ts`): string {
  return installedFile(import.meta.url.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js'))
}
