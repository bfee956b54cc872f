import { createHash } from 'node:crypto'
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runInLanes } from './runner/lanes.ts'
import { printFile, printProfile, printSums } from './runner/print.ts'
import type { FileResult, Spent } from './runner/protocol.ts'
import { startServer } from './runner/server.ts'
import { TEST_SERVER } from './support/database.ts'
import { RUN_FOLDER } from './support/once.ts'

/** `npm test` runs every test; `npm test -- [--profile] [--lanes N] [--shuffle SEED] [FILE…]` those files. */

/** Files that take longest, to begin with: the others fill the lanes beside them. */
const FIRST: readonly string[] = [
  'test/browser/',
  'test/workers/engines/',
  'test/guides/',
  'test/workers/dispatch/',
  'test/admin/',
  'test/webhook/',
]

const begin = performance.now()
const { values, positionals } = parseArgs({
  options: {
    profile: { type: 'boolean', default: false },
    lanes: { type: 'string' },
    shuffle: { type: 'string' },
  },
  allowPositionals: true,
})
// Files wait for processes, leases and timers half of their time.
const lanes = Number(values.lanes ?? 2 * availableParallelism())
const files = positionals.length > 0 ? positionals : (await Array.fromAsync(glob('test/**/*.test.ts'))).sort(byLength)

function byLength(a: string, b: string): number {
  if (values.shuffle !== undefined) return placeOf(a) < placeOf(b) ? -1 : 1
  const place = (file: string) => FIRST.findIndex((prefix) => file.startsWith(prefix)) >>> 0
  return place(a) - place(b) || (a < b ? -1 : 1)
}

/** In another order for each seed: a file that passes only after, or only without, another one is found. */
function placeOf(file: string): string {
  return createHash('sha256').update(`${values.shuffle} ${file}`).digest('hex')
}

const results: FileResult[] = []
const spent: Spent[] = []
const server = await startServer()
const folder = await mkdtemp(join(tmpdir(), 'vidgate-run-'))
try {
  await runInLanes(
    files,
    lanes,
    { ...process.env, [TEST_SERVER]: server.url, [RUN_FOLDER]: folder },
    {
      result(result) {
        results.push(result)
        printFile(result)
      },
      spent: (one) => void spent.push(one),
      warning: (text) => console.log(`  ${text}`),
    },
  )
  if (values.profile) printProfile(spent, await server.spent())
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
const isDone = printSums(results, (performance.now() - begin) / 1000)
if (!isDone || results.length < files.length) process.exitCode = 1
