import { globSync, readFileSync } from 'node:fs'

export interface SourceFile {
  /** Path from the top, with slashes. */
  readonly path: string
  readonly text: string
}

const GENERATED = /^(prisma\/client|schema\/pothos-types\.ts|packages\/client\/src\/generated)/

/** Every TypeScript file of the product, without the console, the client, tests and benchmarks. */
export function sourceFiles(): SourceFile[] {
  return filesOf('{src,schema,prisma,workers}/**/*.ts')
}

/** Every TypeScript file of the console. */
export function webFiles(): SourceFile[] {
  return filesOf('web/src/**/*.{ts,tsx}')
}

/** Every TypeScript file of `@vidgate/client`. */
export function clientFiles(): SourceFile[] {
  return filesOf('packages/client/src/**/*.ts')
}

/** Every TypeScript file of the tests and the chaos runs. */
export function testFiles(): SourceFile[] {
  return filesOf('test/**/*.ts')
}

function filesOf(pattern: string): SourceFile[] {
  return globSync(pattern)
    .filter((path) => !GENERATED.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** Paths of `files` whose text matches. */
export function pathsMatching(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(file.text)).map((file) => file.path)
}
