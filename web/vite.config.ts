import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compressed.ts'
import { firstPage } from './first-page.ts'

/** `npm run build`: the console into `web/dist`, as the gateway serves it. */
// biome-ignore lint/style/noDefaultExport: the tool reads its configuration there
export default defineConfig({
  plugins: [react(), firstPage(), compressed()],
  // A proxy may serve it under a path prefix.
  base: './',
  build: {
    target: 'es2022',
    // The content security policy allows no data: scripts or fonts, and small files travel well by themselves.
    assetsInlineLimit: 0,
    // Its polyfill is an inline script.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/graphql': { target: 'http://127.0.0.1:4000', ws: true },
      '/v1': 'http://127.0.0.1:4000',
    },
  },
})
