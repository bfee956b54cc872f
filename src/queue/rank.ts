import type { Statement, Tx } from '../lib/sql.ts'
import { baseOf, floorOf, type ServiceTier } from './catalog.ts'

/** Where an account's next task of a tier would stand: priorities of what waits; null where nothing does. */
export interface Turn {
  /** The account's own last one. */
  own: number | null
  /** The first one of the tier; where none waits, the last one that runs. */
  first: number | null
}

export type Turns = ReadonlyMap<string, Turn>

/** What a tier has first is looked for once, however many accounts a batch brings. */
const WAITING: Statement = {
  name: 'queue_turns',
  text: `with wanted as (
      select * from unnest($1::text[], $2::int[], $3::int[]) as w(account_id, base, floor)),
    tiers as materialized (
      select t.base, coalesce(
        (select max(h.priority) from unnest(array['encode', 'render', 'upscale', 'package']) s(stage)
          cross join lateral (select priority from stage_attempt
            where state = 'ready' and stage = s.stage and priority between t.floor and t.base
            order by priority desc limit 1) h),
        (select min(priority) from stage_attempt where state = 'running' and priority between t.floor and t.base)) as first
      from (select distinct base, floor from wanted) t)
    select w.account_id, w.base, tiers.first,
      (select min(priority) from stage_attempt
        where state = 'ready' and account_id = w.account_id and priority between w.floor and w.base) as own
    from wanted w join tiers using (base)`,
}

function turnName(accountId: string, base: number): string {
  return `${accountId} ${base}`
}

interface Newcomer {
  readonly accountId: string
  readonly serviceTier: ServiceTier
}

/** The turns of a batch's accounts, each tier once. */
export async function readTurns(tx: Tx, newcomers: readonly Newcomer[]): Promise<Turns> {
  const distinct = new Map<string, Newcomer>()
  for (const each of newcomers) distinct.set(turnName(each.accountId, baseOf(each.serviceTier)), each)
  const all = [...distinct.values()]
  const { rows } = await tx.run<{ account_id: string; base: number } & Turn>(WAITING, [
    all.map(({ accountId }) => accountId),
    all.map(({ serviceTier }) => baseOf(serviceTier)),
    all.map(({ serviceTier }) => floorOf(serviceTier)),
  ])
  return new Map(rows.map(({ account_id, base, own, first }) => [turnName(account_id, base), { own, first }]))
}

/**
 * Priority of an account's next task: the tier's base less its rank, which is one more than its own last waiting one's,
 * and no less than the least that waits in the tier (start-time fair queueing; docs/rules/create.md#service-tiers).
 * Where nothing waits, it is that of what runs: its later stages keep their places, which a newcomer would pass. So
 * accounts take turns, an account's tasks go in order, and who comes back after a pause neither waits for its past nor
 * profits from it.
 */
export function takeTurn(turns: Turns, { accountId, serviceTier }: Newcomer): number {
  const base = baseOf(serviceTier)
  const turn = turns.get(turnName(accountId, base))
  if (!turn) return base
  const priority = Math.min(turn.own === null ? base : turn.own - 1, turn.first ?? base)
  turn.own = Math.max(priority, floorOf(serviceTier))
  turn.first ??= turn.own
  return turn.own
}
