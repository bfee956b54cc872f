import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Coding } from '../negotiate.ts'

/** Compressed variants that the build creates beside a file, by suffix. */
const ENDINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const satisfies readonly (readonly [coding: Coding, ending: string])[]

export interface WebFile {
  readonly type: string
  readonly etag: string
  /** Whether its name changes with its bytes. */
  readonly isHashed: boolean
  readonly bytes: Buffer
  readonly coded: Readonly<Partial<Record<Coding, Buffer>>>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/**
 * The built console by path, in memory: it has less than three megabytes, and requests then need no disk. Only files of the build
 * are in the map, so no path leads anywhere else.
 * @param folder may be missing; the map is then empty
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = globSync('**/*.{html,js,css,svg,webp}', { cwd: folder })
  const coded = new Set(globSync('**/*.{br,gz}', { cwd: folder }))
  return new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, readWebFile(folder, name, coded)]))
}

function readWebFile(folder: string, name: string, coded: ReadonlySet<string>): WebFile {
  const path = join(folder, name)
  const bytes = readFileSync(path)
  const beside = ENDINGS.filter(([, ending]) => coded.has(name + ending))
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isHashed: name.startsWith('assets'),
    bytes,
    coded: Object.fromEntries(beside.map(([coding, ending]) => [coding, readFileSync(path + ending)])),
  }
}
