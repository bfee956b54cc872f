import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../src/lib/embedded-postgres.ts'
import { createLog } from '../../../src/lib/log.ts'
import { openPool } from '../../../src/resources.ts'
import { type Closing, runWhole } from '../../support/closing.ts'
import { runNpmStart } from '../../support/npm-start.ts'
import { type ChaosFigure, type ChaosOptions, concludeChaos } from '../figures.ts'
import { lostOf } from '../kill-storm/check.ts'
import { brokenEnds, countOf, END_RULES } from '../kill-storm/rules.ts'
import { brokenRules } from '../money/rules.ts'
import { type Caller, openCaller } from './client.ts'
import { logged, playRounds, playToTheEnd } from './play.ts'

const KEY = 'vgk_chaos0npm0start'
const FULL = 20
const QUICK = 2

/**
 * Every child of `npm start` is killed, Postgres too, in every order, and some again before they are ready. Each is
 * restarted, and nothing is lost. A gateway that is always killed ends `npm start` with an exit code and without a
 * process left.
 */
export async function chaosNpmStart({ quick, seed }: ChaosOptions): Promise<boolean> {
  let figures: ChaosFigure[] = []
  const isDone = await runWhole(async (closing) => {
    figures = await run(quick ? QUICK : FULL, seed, closing)
  })
  return concludeChaos(figures) && isDone
}

async function run(rounds: number, seed: number, closing: Closing): Promise<ChaosFigure[]> {
  const begin = performance.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-npm-start-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }))
  const start = () => {
    const started = runNpmStart(dataDir, { SEED_API_KEY: KEY, LOG_LEVEL: 'info', X264_PRESET: 'ultrafast' })
    closing.push(async () => {
      started.child.kill('SIGTERM')
      await started.ended
    })
    return started
  }
  const first = start()
  const url = await first.ready
  if (url === null) throw new Error(first.lines.join('\n'))
  const caller = openCaller(url, KEY)
  const outcome = await playRounds({ start: first, caller, rounds, seed }, console.log)
  await caller.close()
  const ends = await judge(dataDir, caller)
  const stacks = first.lines.filter((line) => line.includes('"stack"')).length
  const said = logged(first, 'starting it again').length
  const kills = Object.values(outcome.kills).reduce((sum, each) => sum + each, 0)
  const end = await playToTheEnd(first)
  const second = start()
  const isUsable = (await second.ready) !== null
  second.child.kill('SIGTERM')
  const isPeaceful = (await second.ended) === 0

  const violations = [...outcome.complaints, ...caller.complaints, ...ends.violations]
  for (const each of violations.slice(0, 20)) console.log(each)
  console.log(`kills: ${JSON.stringify(outcome.kills)}; gateways killed until it gave up: ${end.gateways}`)
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
  const version = (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim()
  console.log(`Node ${process.version}, Postgres ${version}, durable; ${minutes} minutes`)
  const figure = (metric: string, value: number, aim: Partial<ChaosFigure> = {}): ChaosFigure => ({
    ...{ chaos: 'npm-start', metric, value },
    ...aim,
  })
  return [
    figure('rounds_after_which_a_video_was_made', outcome.back, { aim: rounds }),
    figure('kills', kills),
    figure('kills_before_ready', outcome.early),
    figure('kills_without_a_log_line', Math.max(0, kills - said), { aim: 0 }),
    figure('seconds_to_a_create_median', tenths(median(outcome.seconds))),
    figure('seconds_to_a_create_most', tenths(Math.max(...outcome.seconds))),
    figure('log_lines_with_a_stack', stacks),
    figure('tasks', caller.acknowledged.length),
    ...ends.figures.map(([metric, value]) => figure(metric, value, { aim: 0 })),
    figure('rule_violations', violations.length, { aim: 0 }),
    figure('exit_code_once_given_up', Number(end.code), { aim: 1 }),
    figure('processes_left_then', end.left, { aim: 0 }),
    figure('next_start_fails', Number(!isUsable) + Number(!isPeaceful), { aim: 0 }),
  ]
}

/** Compares the caller's answers with the database, and checks the rules in the database. */
async function judge(dataDir: string, caller: Caller): Promise<{ violations: string[]; figures: [string, number][] }> {
  const { url } = await startEmbeddedPostgres({ dataDir, durable: true })
  const pool = openPool(url, 2, createLog('error', 'chaos'))
  try {
    const { rows } = await pool.query<{ id: string }>('select id from account')
    const acknowledged = caller.acknowledged.map((each) => ({ ...each, accountId: rows[0]?.id ?? '' }))
    const { lost, doubled } = await lostOf(pool, acknowledged)
    const broken = (await brokenRules(pool)).map(({ rule, count }) => `${count} times: ${rule}`)
    const figures: [string, number][] = [
      ['lost', lost],
      ['doubled', doubled],
      ['accounts_beside_the_first', rows.length - 1],
    ]
    for (const [metric, sql] of Object.entries(END_RULES)) figures.push([metric, await countOf(pool, sql)])
    return { violations: [...broken, ...(await brokenEnds(pool))], figures }
  } finally {
    await pool.end()
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
