import { fork } from 'node:child_process'
import { once } from 'node:events'

// `npm ci` ends here (postinstall): the generated Prisma client and the console, at the same time, because neither needs the other.

const steps = ['prisma/generate.ts', 'web/build.ts'].map((path) => once(fork(path), 'exit'))
const codes = (await Promise.all(steps)).map(([code]) => code)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
