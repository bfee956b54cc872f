import type { CodegenConfig } from '@graphql-codegen/cli'

/**
 * `npm run codegen`: types of the `.graphql` documents under a folder, into its committed `generated/`. It reads the printed
 * SDL, so it needs neither a server nor a network; print that first (`node schema/print.ts`) after a change of the schema.
 */
const FOLDERS = ['src/demo', 'test/graphql']

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  // Formatted like the rest, so that a run without a change changes nothing.
  hooks: { afterAllFileWrite: 'biome format --write' },
  generates: Object.fromEntries(
    FOLDERS.map((folder) => [
      `${folder}/generated/`,
      {
        documents: `${folder}/documents/*.graphql`,
        preset: 'client',
        presetConfig: { fragmentMasking: false },
        config: {
          documentMode: 'string',
          enumsAsTypes: true,
          useTypeImports: true,
          importExtension: '.ts',
          skipTypename: true,
          scalars: { MicroYuan: 'string', DateTime: 'string', URL: 'string', JSON: 'unknown', Upload: 'Blob' },
        },
      },
    ]),
  ),
}

// biome-ignore lint/style/noDefaultExport: the tool reads its configuration there
export default config
