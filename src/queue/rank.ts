import { int, orNull, statement, type Tx, text } from '../lib/sql.ts'
import { baseOf, floorOf, type ServiceTier } from './catalog.ts'

/** Priorities of waiting tasks, which decide the rank of an account's next task of a tier; null if none waits. */
export interface Turn {
  /** That of the account's own last task. */
  own: number | null
  /** That of the tier's first task; if none waits, of the last running one. */
  first: number | null
}

export type Turns = ReadonlyMap<string, Turn>

/** The first of each tier is read once per batch, for all its accounts. */
const WAITING = statement('queue_turns', {
  account_id: text(),
  base: int,
  first: orNull(int),
  own: orNull(int),
})`with wanted as (
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
    from wanted w join tiers using (base)`

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
  const { rows } = await tx.run(WAITING, [
    all.map(({ accountId }) => accountId),
    all.map(({ serviceTier }) => baseOf(serviceTier)),
    all.map(({ serviceTier }) => floorOf(serviceTier)),
  ])
  return new Map(rows.map(({ account_id, base, own, first }) => [turnName(account_id, base), { own, first }]))
}

/**
 * Priority of an account's next task: the tier's base less its rank, which is one more than its own last waiting one's,
 * and at least the lowest rank that waits in the tier (start-time fair queueing; docs/rules/create.md#service-tiers). If
 * nothing waits, the rank of the running tasks counts, so that a newcomer does not pass their later stages. Accounts thus
 * take turns and an account's tasks run in order. An account that returns after a pause is neither delayed nor preferred.
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
