import type { CodegenConfig } from '@graphql-codegen/cli'

/**
 * `npm run codegen`: types of the `.graphql` documents under a folder, into its committed `generated/`. It reads the printed
 * SDL, so it needs neither a server nor a network; print that first (`node schema/print.ts`) after a change of the schema.
 * The console's client takes parsed documents, the others' clients text; its operator's page uses the operator's schema.
 */
const FOLDERS = {
  'test/graphql': 'string',
  'web/src': 'documentNode',
  'web/src/operator': 'documentNode',
} as const

const config: CodegenConfig = {
  // Formatted like the rest, so that a run without a change changes nothing.
  hooks: { afterAllFileWrite: 'biome format --write' },
  generates: Object.fromEntries(
    Object.entries(FOLDERS).map(([folder, documentMode]) => [
      `${folder}/generated/`,
      {
        schema: folder === 'web/src/operator' ? 'schema/operator/schema.graphql' : 'schema/schema.graphql',
        documents: `${folder}/documents/*.graphql`,
        preset: 'client',
        presetConfig: { fragmentMasking: false },
        config: {
          documentMode,
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
