import { existsSync } from 'node:fs'

/** `npm run bench NAME [--quick]`; without a name it lists the benchmarks. */

interface Bench {
  readonly about: string
  /** Whether it compares with nothing, so that it needs no contenders. */
  readonly isAlone?: true
  /** @returns whether every rule of the measurement was kept; a missed aim is a figure, not a failure */
  run(quick: boolean): Promise<boolean>
}

const BENCHES: Readonly<Record<string, Bench>> = {
  create: {
    about: 'W1, W1b: create over HTTP, compared with fastify + pg, mercurius, Apollo, Yoga, pgbench and naive code',
    run: async (quick) => (await import('./create/run.ts')).benchCreate(quick),
  },
  history: {
    about: 'W1c: create in an account with 1,000 finished tasks and in one with 1,000,000',
    run: async (quick) => (await import('./history/run.ts')).benchHistory(quick),
  },
  scale: {
    about:
      'W13: creates, lists, the tail and each chore, after 10,000 tasks and after 10,000,000; deletes beside creates',
    run: async (quick) => (await import('./scale/run.ts')).benchScale(quick),
  },
  hot: {
    about:
      'W2: create in one account, 64 connections, compared with pgbench; and with credit for a third of the requests',
    run: async (quick) => (await import('./hot/run.ts')).benchHot(quick),
  },
  drain: {
    about:
      'W6: waiting pipelines of stages that do nothing, until all have ended, compared with a bare loop of pg-boss',
    run: async (quick) => (await import('./drain/run.ts')).benchDrain(quick),
  },
  handoff: {
    about:
      'W5: from the report of a stage to the start of the next, compared with graphile-worker, SKIP LOCKED and pg-boss',
    run: async (quick) => (await import('./handoff/run.ts')).benchHandOff(quick),
  },
  fanout: {
    about:
      'W3, W3b, W3c, W3d: push to 5,000 subscriptions against raw ws, graphql-ws, mercurius, Apollo; memory; latency',
    run: async (quick) => (await import('./fanout/run.ts')).benchFanout(quick),
  },
  upload: {
    about:
      'W7: upload of 100 MB, one and twenty at once, against busboy + sha256 → disk; memory of 200 MB and of twenty',
    run: async (quick) => (await import('./upload/run.ts')).benchUpload(quick),
  },
  list: {
    about:
      'W4: a page of 20 of 1,000,000 tasks, the first and the thousandth, against fastify + pg, PostGraphile, mercurius',
    run: async (quick) => (await import('./list/run.ts')).benchList(quick),
  },
  download: {
    about: 'W8: download of 100 MB, whole and in parts, by link and by key, compared with a bare read stream and nginx',
    run: async (quick) => (await import('./download/run.ts')).benchDownload(quick),
  },
  webhooks: {
    about:
      'W9: webhooks from due to delivered, compared with a bare loop of requests; and beside a receiver that hangs',
    run: async (quick) => (await import('./webhooks/run.ts')).benchWebhooks(quick),
  },
  gateways: {
    about: 'W12: creates, pushes, the tail and idling of one, two and four gateways on one Postgres',
    isAlone: true,
    run: async (quick) => (await import('./gateways/run.ts')).benchGateways(quick),
  },
  eta: {
    about: 'W10: first estimates against what came; eight simulated workers, bursts, mixed tiers, two workers lost',
    isAlone: true,
    run: async (quick) => (await import('./eta/run.ts')).benchEta(quick),
  },
  console: {
    about:
      'W11: the console in Chromium with 300 tasks and 30 pushes a second, while it is used; memory over ten minutes',
    isAlone: true,
    run: async (quick) => (await import('./console/run.ts')).benchConsole(quick),
  },
}

const [name, ...flags] = process.argv.slice(2)
const bench = BENCHES[name ?? '']
if (!bench) {
  console.log('npm run bench NAME [--quick]\n')
  for (const [each, { about }] of Object.entries(BENCHES)) console.log(`  ${each.padEnd(10)} ${about}`)
  if (name !== undefined) process.exitCode = 1
} else if (!bench.isAlone && !existsSync(new URL('node_modules', import.meta.url))) {
  console.log('The contenders are not installed. Run: npm --prefix bench ci')
  process.exitCode = 1
} else if (!(await bench.run(isQuick(flags)))) {
  process.exitCode = 1
}

/** npm consumes an option before `--` and passes it in a variable. */
function isQuick(words: readonly string[]): boolean {
  return words.includes('--quick') || process.env['npm_config_quick'] !== undefined
}
