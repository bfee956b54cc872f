import { ratioOf, spreadOf } from '../../support/spread.ts'
import type { ChaosFigure, ChaosOptions } from '../figures.ts'
import { runChaos, type ToFigure } from '../run.ts'
import { ATTACKS } from './attacks.ts'
import { type Outcome, type Plan, playAttack, type Round } from './play.ts'

const FULL: Plan = { rounds: 3, warmSeconds: 5, beforeSeconds: 15, attackSeconds: 20 }
const QUICK: Plan = { rounds: 1, warmSeconds: 4, beforeSeconds: 8, attackSeconds: 15 }

/** Times of few rounds on a busy machine are not reliable: then only stalls of seconds count. */
const RATIO_MAX = { full: 3, quick: 20 }
const GROWTH_MAX_MB = 200

/** Abusive loads: a caller beside them is served as before, and the gateway's memory stays within limits. */
export function chaosHostile({ quick, parts }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  const names = parts ?? Object.keys(ATTACKS)
  const unknown = names.filter((name) => !(name in ATTACKS))
  if (unknown.length > 0) {
    for (const [name, { about }] of Object.entries(ATTACKS)) console.log(`  ${name.padEnd(15)} ${about}`)
    console.log(`There is no attack ${unknown.join(', ')}.`)
    return Promise.resolve(false)
  }
  return runChaos('hostile', async (ground, closing, figure) => {
    const figures: ChaosFigure[] = []
    for (const name of names) {
      const outcome = await playAttack(name, ground, plan, closing)
      print(name, outcome)
      figures.push(
        ...figuresOf(name, outcome, RATIO_MAX[quick ? 'quick' : 'full'], (metric, ...rest) =>
          figure(`${name} ${metric}`, ...rest),
        ),
      )
    }
    return figures
  })
}

function print(name: string, { rounds, complaints }: Outcome): void {
  for (const { before, during, tally } of rounds) {
    console.log(`${name}: ${JSON.stringify(tally)}`)
    console.log(`  slowest before ${JSON.stringify(before.slowest)}, during ${JSON.stringify(during.slowest)}`)
    for (const failure of during.failures.slice(0, 5)) console.log(`  ${failure}`)
  }
  for (const line of complaints.slice(0, 5)) console.log(`  ${line}`)
}

/** Medians of the rounds for times, and the worst round for all other values. */
function figuresOf(name: string, { rounds, complaints }: Outcome, ratioMax: number, figure: ToFigure): ChaosFigure[] {
  const rounded = (value: number) => Number(value.toFixed(2))
  const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0)
  const before = rounds.map((round) => round.before.p99)
  const during = rounds.map((round) => round.during.p99)
  const growth = Math.max(...rounds.map((round) => round.growth))
  return [
    figure(
      'calls',
      sum((round) => round.during.calls),
    ),
    figure('p99_before_ms', rounded(spreadOf(before).median)),
    figure('p99_during_ms', rounded(spreadOf(during).median)),
    figure('p99_ratio', rounded(ratioOf(during, before).median), { aim: ratioMax, atMost: true }),
    figure('memory_growth_mb', rounded(growth), { aim: GROWTH_MAX_MB, atMost: true }),
    figure(
      'failed',
      sum((round) => round.during.failures.length),
      { aim: 0 },
    ),
    ...(ATTACKS[name]?.never ?? []).map((word) =>
      figure(
        word,
        sum(({ tally }) => tally[word] ?? 0),
        { aim: 0 },
      ),
    ),
    figure('complaints', complaints.length, { aim: 0 }),
  ]
}
