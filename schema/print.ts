import { writeFile } from 'node:fs/promises'
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './index.ts'
import { operatorSchema } from './operator/index.ts'

/** The committed SDL of each schema; `test/guards/sdl.test.ts` compares it with the code. */
export const COMMITTED: readonly (readonly [file: URL, schema: GraphQLSchema])[] = [
  [new URL('schema.graphql', import.meta.url), schema],
  [new URL('operator/schema.graphql', import.meta.url), operatorSchema],
]

export function printedSchema(of = schema): string {
  return `${printSchema(lexicographicSortSchema(of))}\n`
}

/** The released schema, which changes must not break. `npm run schema -- --release` records the current schema as released. */
export const RELEASED_FILE = new URL('../test/guards/released.graphql', import.meta.url)

if (import.meta.main) {
  for (const [file, each] of COMMITTED) await writeFile(file, printedSchema(each))
  if (process.argv.includes('--release')) await writeFile(RELEASED_FILE, printedSchema())
}
