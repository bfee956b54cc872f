const script: string = import.meta.url

/**
 * Path under which the console is served, without a trailing slash: `` at the root, `/video` behind a proxy that removes this
 * prefix. Scripts are one folder below it, in the build and in development.
 */
export const BASE = new URL('..', script).pathname.slice(0, -1)
