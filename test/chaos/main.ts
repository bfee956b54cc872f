import type { ChaosOptions } from './figures.ts'

/**
 * `npm run chaos NAME [--quick] [--seed N] [--part NAME,…]`; without a name it lists the runs. Exits non-zero if a
 * target was missed.
 */

interface Chaos {
  readonly about: string
  run(options: ChaosOptions): Promise<boolean>
}

const CHAOS: Readonly<Record<string, Chaos>> = {
  money: {
    about: '1,000,000 random operations on the ledger, 64 at once from two processes: every sum is exact',
    run: async (options) => (await import('./money/run.ts')).chaosMoney(options),
  },
  cancel: {
    about:
      '10,000 races of cancels, deletions and upscales with other operations: one side wins, and the ledger matches',
    run: async (options) => (await import('./cancel/run.ts')).chaosCancel(options),
  },
  restarts: {
    about: '20 restarts of a gateway under 2,000 subscribers: stock clients reconnect and miss no state',
    run: async (options) => (await import('./restarts/run.ts')).chaosRestarts(options),
  },
  stalled: {
    about: '50 of 2,000 sockets stop reading: the others are not slowed, and memory stays within limits',
    run: async (options) => (await import('./stalled/run.ts')).chaosStalled(options),
  },
  cycles: {
    about: '100,000 subscriptions opened and closed in every way: nothing is left open',
    run: async (options) => (await import('./cycles/run.ts')).chaosCycles(options),
  },
  feed: {
    about: '200,000 events of 16 writers that commit late and abort, with restarted readers: none missed, all in order',
    run: async (options) => (await import('./feed/run.ts')).chaosFeed(options),
  },
  'kill-storm': {
    about: '2,000 tasks during 300 or more random SIGKILLs of gateways and workers: each ends and is billed once',
    run: async (options) => (await import('./kill-storm/run.ts')).chaosKillStorm(options),
  },
  'npm-start': {
    about: '20 rounds of SIGKILLs of Postgres, gateway and worker in every order: npm start restarts each, or ends',
    run: async (options) => (await import('./npm-start/run.ts')).chaosNpmStart(options),
  },
  export: {
    about:
      'an export of 1,000,000 ledger entries, plain, with gzip and to a reader that stalls: 64 MB of memory, exact sums',
    run: async (options) => (await import('./export/run.ts')).chaosExport(options),
  },
  hostile: {
    about: '8 hostile loads (--part NAME,…): other callers are served as before, and memory stays within limits',
    run: async (options) => (await import('./hostile/run.ts')).chaosHostile(options),
  },
  deploy: {
    about: 'with the system’s programs: curl, exiftool, ffmpeg, python3, nginx, PgBouncer, and a restore with pg_dump',
    run: async () => (await import('./deploy/run.ts')).chaosDeploy(),
  },
  long: {
    about: 'the suite’s shortened tests in full: races of 200 rounds, generated runs and exact times',
    run: async (options) => (await import('./long/run.ts')).chaosLong(options),
  },
}

/** npm consumes an option before `--` and passes it in a variable. */
function optionOf(words: readonly string[], name: string): string | undefined {
  const index = words.indexOf(`--${name}`)
  return index < 0 ? process.env[`npm_config_${name}`] : (words[index + 1] ?? '')
}

const [name, ...words] = process.argv.slice(2)
const chaos = CHAOS[name ?? '']
const seed = Number(optionOf(words, 'seed') ?? 1)
if (!chaos) {
  console.log('npm run chaos NAME [--quick] [--seed N] [--part NAME,…]\n')
  for (const [each, { about }] of Object.entries(CHAOS)) console.log(`  ${each.padEnd(10)} ${about}`)
  if (name !== undefined) process.exitCode = 1
} else if (!Number.isInteger(seed)) {
  console.log('--seed takes a whole number')
  process.exitCode = 1
} else {
  const quick = optionOf(words, 'quick') !== undefined
  const parts = optionOf(words, 'part')?.split(',')
  if (!(await chaos.run({ quick, seed, ...(parts && { parts }) }))) process.exitCode = 1
}
