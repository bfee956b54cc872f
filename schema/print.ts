import { writeFile } from 'node:fs/promises'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './index.ts'

/** The committed SDL; `test/guards/sdl.test.ts` compares it with the code. */
export const SDL_FILE = new URL('schema.graphql', import.meta.url)

export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

/** The released schema, which changes must not break. `npm run schema -- --release` records the current schema as released. */
export const RELEASED_FILE = new URL('../test/guards/released.graphql', import.meta.url)

if (import.meta.main) {
  await writeFile(SDL_FILE, printedSchema())
  if (process.argv.includes('--release')) await writeFile(RELEASED_FILE, printedSchema())
}
