import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Coding } from '../negotiate.ts'

/** What the build lays beside a file, by the ending of its name. */
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
}

/**
 * The built console by address, all of it in memory: it has less than three megabytes, and a request then reaches no disk. Only
 * what the build made is there, so no address leads anywhere else.
 * @param folder where there is none, nothing
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = globSync('**/*.{html,js,css,svg}', { cwd: folder })
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
