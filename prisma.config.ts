import { defineConfig } from 'prisma/config'

// biome-ignore lint/style/noDefaultExport: the Prisma CLI reads the default export
export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } })
