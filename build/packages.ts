import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OPTIONAL, PACKAGES, SCRIPTS } from './contents.ts'

/** An entry of a lock file. Those of the project itself are under the empty path. */
interface Locked {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
}
type Lock = Readonly<Record<string, Locked>>

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly scripts: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

/**
 * Writes package.json and package-lock.json of `dist`: only packages that the modules load, in the locked versions.
 * @param target system and processor of sharp's machine code; it must stay where optional packages are omitted
 */
export async function writePackages(dist: string, target: string): Promise<void> {
  const { scripts, allowScripts, description, name, version, license }: Manifest = await readJson('package.json')
  const { packages, ...head }: { packages: Lock } = await readJson('package-lock.json')
  const versionOf = (name: string) => packages[`node_modules/${name}`]?.version ?? ''
  const pinned = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  const project = {
    name,
    version,
    license,
    engines: { node: '>=24' },
    dependencies: pinned([...PACKAGES, ...machineCode(packages, target)].sort()),
    optionalDependencies: pinned(OPTIONAL),
  }
  const chosen = choose(packages, project)
  const allowed = Object.entries(allowScripts).filter(([name]) => `node_modules/${name}` in chosen)
  const manifest = {
    ...project,
    description,
    private: true,
    type: 'module',
    scripts: Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]?.replace(/\.ts$/, '.js')])),
    allowScripts: Object.fromEntries(allowed),
  }
  await writeJson(join(dist, 'package.json'), manifest)
  await writeJson(join(dist, 'package-lock.json'), { ...head, packages: { '': project, ...chosen } })
  // An older Node would not run the modules; npm would only warn.
  await writeFile(join(dist, '.npmrc'), 'engine-strict=true\n')
}

/** Names of packages that sharp loads on a target, such as `linux-x64` or `linuxmusl-arm64`. */
function machineCode(lock: Lock, target: string): string[] {
  const all = Object.keys(lock['node_modules/sharp']?.optionalDependencies ?? {})
  const names = all.filter((name) => name === `@img/sharp-${target}` || name === `@img/sharp-libvips-${target}`)
  if (names.length > 0) return names
  const targets = all.filter((name) => !/libvips|wasm/.test(name)).map((name) => name.replace('@img/sharp-', ''))
  throw new Error(`--target ${target}: sharp has no machine code for it. It has: ${targets.join(', ')}.`)
}

/** The entries that a project needs, directly or not; `optional` where only optional dependencies lead to them. */
function choose(lock: Lock, project: Locked): Lock {
  const needed = new Set<string>()
  reach(lock, '', project, needed, false)
  const all = new Set(needed)
  reach(lock, '', project, all, true)
  for (const path of needed) reach(lock, path, lock[path] ?? {}, all, true)
  const entries = [...all].sort().map((path) => {
    const { dev, optional, devOptional, peer, ...entry } = lock[path] ?? {}
    return [path, needed.has(path) ? entry : { ...entry, optional: true }] as const
  })
  return Object.fromEntries(entries)
}

function reach(lock: Lock, from: string, entry: Locked, reached: Set<string>, withOptional: boolean): void {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {}, optionalDependencies = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  // npm writes optional dependencies of a package into both lists.
  const firm = [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies))
  for (const name of [...firm, ...(withOptional ? Object.keys(optionalDependencies) : [])]) {
    const path = find(lock, from, name)
    if (path === null || reached.has(path)) continue
    reached.add(path)
    reach(lock, path, lock[path] ?? {}, reached, withOptional)
  }
}

/** Where Node finds a package: beside the packages of the package that needs it, or further up. */
function find(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in lock) return path
    if (folder === '') return null
  }
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'))
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
