/**
 * After an install: builds the console, so that a gateway that is started then has it. An install without development packages
 * has no tools for it, and goes without; `npm run build` elsewhere and the folder `web/dist` copied do as well.
 */
const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.log('The console is not built: its tools are not installed.')
  return null
})
await vite?.build({ root: import.meta.dirname, logLevel: 'warn' })
