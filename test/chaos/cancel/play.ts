import fc from 'fast-check'
import type { Pool } from 'pg'
import { brokenRules } from '../money/rules.ts'
import type { Round } from './contend.ts'
import type { Ground } from './ground.ts'
import { RACE_NAMES, RACES } from './races.ts'

/** Results of the rounds. */
export interface Played {
  rounds: number
  /** By race and outcome. */
  readonly outcomes: Record<string, number>
  readonly violations: string[]
}

export function newPlayed(): Played {
  return { rounds: 0, outcomes: {}, violations: [] }
}

/** Enough turns for either to be first. */
const LATE_MAX = 12

function roundOf(race: string): fc.Arbitrary<Round> {
  const late = fc.nat(LATE_MAX)
  return fc.record({ race: fc.constant(race), account: fc.nat(999), late: fc.tuple(late, late), pick: fc.nat(5) })
}

/** Runs this many rounds of every race, several at once, mixed. */
export async function play(
  ground: Ground,
  plan: { readonly each: number; readonly seed: number; readonly atOnce: number },
  played: Played,
): Promise<void> {
  const { each, seed, atOnce } = plan
  const perRace = RACE_NAMES.map((race, index) =>
    fc.sample(roundOf(race), { numRuns: each, seed: seed * 1009 + index }),
  )
  const rounds = Array.from({ length: each }, (_, index) => perRace.flatMap((drawn) => drawn[index] ?? []))
    .flat()
    .values()
  const go = async () => {
    for (const round of rounds) {
      const caller = ground.callers[round.account % ground.callers.length]
      const race = RACES[round.race]
      if (!caller || !race) throw new Error('there is nothing to race for')
      const outcome = await race(ground, caller, round).catch((error: unknown) => {
        played.violations.push(
          `${round.race} ${JSON.stringify(round)}: ${error instanceof Error ? error.stack : error}`,
        )
        return 'violated'
      })
      const shown = `${round.race}: ${outcome}`
      played.outcomes[shown] = (played.outcomes[shown] ?? 0) + 1
      played.rounds += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

/** Each counts the rows that break it. The rules on money apply too. */
const RULES: Readonly<Record<string, string>> = {
  'an ended task has no attempt that may be claimed or reported': `
    select count(*)::int as count from stage_attempt a join task t on t.id = a.task_id
    where t.completed_at is not null and a.state in ('ready', 'running')`,
  'a source has one upscale that is under way or done': `
    select count(*)::int as count from (
      select source_task_id from task where source_task_id is not null and (completed_at is null or status = 'succeeded')
      group by source_task_id having count(*) > 1) twice`,
  'what was deleted keeps nothing of its caller': `
    select count(*)::int as count from task t where t.deleted_at is not null
      and (t.prompt <> '' or t.metadata is not null or exists (
        select 1 from event e where e.task_id = t.id and e.kind <> 'deleted' and e.snapshot <> '{}'))`,
  'no unfinished task is left': `select count(*)::int as count from task where completed_at is null`,
}

/** Checks all rules, of money and of ends, while no round runs. */
export async function checkRules(pool: Pool, played: Played): Promise<void> {
  for (const { rule, count } of await brokenRules(pool)) played.violations.push(`${count} times: ${rule}`)
  for (const [rule, sql] of Object.entries(RULES)) {
    const { rows } = await pool.query<{ count: number }>(sql)
    if (rows[0]?.count !== 0) played.violations.push(`${rows[0]?.count} times: ${rule}`)
  }
}
