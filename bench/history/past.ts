import { Pool, type PoolClient } from 'pg'
import { proveAccount } from '../../src/credit/audit.ts'
import { DEFAULT_PRICES } from '../../src/credit/price.ts'
import { priceItems, sumItems } from '../../src/task/items.ts'
import { type Ground, openGround } from '../create/effect.ts'

/** Rows are written without checks of foreign keys, which are right by construction; a number in an id is its index. */
export const BARE = 'set local session_replication_role = replica'

/** As long as an id, ordered by time, another one in each account, and before all ids of a gateway. */
const id = (prefix: string, salt: string) =>
  `'${prefix}_' || lpad(to_hex((extract(epoch from made_at) * 1000)::bigint), 12, '0') || substr(md5('${salt}' || i || a.id), 1, 14)`

/** $1 tasks of each account, one a second until a minute ago. */
const PAST = `select i, now() - make_interval(secs => $1::int - i + 60) as made_at from generate_series(1, $1::int) i`

const TASKS = `insert into task (id, account_id, key_id, api_version, status, seq, progress, mode, prompt, "references",
    resolution, duration_ms, aspect_ratio, width, height, frames, seed, audio, service_tier, acceleration, use_context_ir,
    price_version, items, earned, frozen_micro, billed_ms, amount_micro, accelerated, context_ir_applied, output,
    output_until, created_at, started_at, completed_at)
  select ${id('vid', 'task')}, a.id, k.id, a.api_version, 'succeeded', 9, 1, 'text_to_video',
    'A paper boat sails across rain puddle ' || i || ' at dusk, slow pan, warm light', '{}', '768p', 5000, '16:9', 1344, 768, 124,
    i, true, 'standard', 'auto', false, 1, $2::jsonb, '{encoder,generation}', $3::bigint, 5000, $3::bigint, false, false,
    jsonb_build_object('key', 'output/' || i || '.mp4', 'thumbnailKey', 'output/' || i || '.webp', 'bytes', 4000000,
      'sha256', md5('a' || i) || md5('b' || i), 'width', 1344, 'height', 768, 'frames', 124, 'hasAudio', true,
      'watermarked', true),
    made_at + interval '30 days', made_at, made_at + interval '5 s', made_at + interval '30 s'
  from (${PAST}) past, account a join api_key k on k.account_id = a.id order by i`

/** Freeze and settle of each task, numbered after the first credit. */
const ENTRIES = `insert into ledger_entry (id, account_id, number, kind, amount_micro, frozen_delta_micro,
    balance_after_micro, subject_id, task_id, description, created_at)
  select case kind when 'freeze' then ${id('led', 'freeze')} else ${id('led', 'settle')} end, a.id, 2 * i + half, kind,
    -half * $2::bigint, (1 - 2 * half) * $2::bigint, a.balance_micro - (i - 1 + half) * $2::bigint,
    ${id('vid', 'task')}, ${id('vid', 'task')}, 'Video, 5 s' || case half when 1 then ', succeeded' else '' end,
    made_at + half * interval '30 s'
  from (${PAST}) past cross join (values (0, 'freeze'), (1, 'settle')) halves (half, kind), account a order by i, half`

const SUMS = `update account set balance_micro = balance_micro - $1::int * $2::bigint, entry_count = entry_count + 2 * $1::int`

const KEEP = 'create table bench_past as select id, balance_micro, entry_count, now() as made_at from account'

/**
 * No worker runs, so tasks made after the past are open. An index finds them, however many have ended; its condition on
 * `account_id` is met only by a join.
 */
const OPEN = '(select t.* from account x join task t on t.account_id = x.id where t.completed_at is null) t'

/** Deletes the rows after the past, and vacuums tables and indexes. */
const reset = (indexes: 'on' | 'auto') => [
  `begin; ${BARE};
    truncate idempotency_key, unfit_engine, webhook_delivery, webhook_try, pgboss.job;
    delete from stage_attempt a using ${OPEN} where a.task_id = t.id;
    delete from event e using ${OPEN} where e.task_id = t.id;
    delete from ledger_entry e using bench_past p where e.account_id = p.id and e.number > p.entry_count;
    delete from task old using ${OPEN} where old.id = t.id;
    update account a set balance_micro = p.balance_micro, frozen_micro = 0, active_tasks = 0, entry_count = p.entry_count
      from bench_past p where a.id = p.id;
    commit`,
  `vacuum (index_cleanup ${indexes}) task, ledger_entry, stage_attempt, event, account, api_key`,
]

/** The rows of the creates after the past, one of each a create. */
const COUNTS = `select
  (select count(*) from ${OPEN} where status = 'queued')::int as task,
  (select count(*) from stage_attempt where stage = 'encode' and state = 'ready')::int as stage_attempt,
  (select count(*) from bench_past p join ledger_entry e on e.account_id = p.id and e.number > p.entry_count
    where e.kind = 'freeze')::int as ledger_entry,
  (select count(*) from ${OPEN} join event e on e.task_id = t.id where e.kind = 'created')::int as event,
  (select count(*) from idempotency_key where cardinality(task_ids) = 1)::int as idempotency_key,
  (select count(*) from pgboss.job where name = 'encode' and state = 'created')::int as job,
  (select sum(active_tasks) from account)::int as active_tasks,
  (select (sum(a.frozen_micro) / (select max(frozen_micro) from ${OPEN})) from account a)::int as frozen,
  (select sum(a.entry_count - p.entry_count) from account a join bench_past p on p.id = a.id)::int as entries`

/**
 * Fills each account with finished, settled tasks.
 * @throws Error if a row is missing or the ledger does not agree
 */
export async function fillPast(databaseUrl: string, tasks: number): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const client = await pool.connect()
  try {
    const start = performance.now()
    await writePast(client, tasks)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    await checkPast(client, tasks)
    console.log(`${tasks} finished tasks written in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } finally {
    client.release()
    await pool.end()
  }
}

/**
 * Writes that many succeeded tasks for each existing account, in the caller's transaction.
 * @returns the price of one, in micro
 */
export async function writeTasks(client: PoolClient, tasks: number): Promise<bigint> {
  const five = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false } as const
  const items = priceItems(DEFAULT_PRICES, five)
  const price = sumItems(items)
  await client.query(BARE)
  await client.query(TASKS, [tasks, JSON.stringify(items), price])
  return price
}

export async function writePast(client: PoolClient, tasks: number): Promise<void> {
  await client.query('begin')
  const price = await writeTasks(client, tasks)
  await client.query(ENTRIES, [tasks, price])
  await client.query(SUMS, [tasks, price])
  await client.query('commit')
  await client.query(KEEP)
}

/** Counts the rows of every account, and audits the ledger of one. */
export async function checkPast(client: PoolClient, tasks: number): Promise<void> {
  const { rows } = await client.query<{ account_id: string; tasks: number; entries: number; linked: number }>(
    `select t.account_id, t.tasks, e.entries, e.linked
      from (select account_id, count(*)::int as tasks from task where completed_at is not null group by account_id) t
      join (select e.account_id, count(*)::int as entries, count(t.id)::int as linked
        from ledger_entry e left join task t on t.id = e.task_id group by e.account_id) e on e.account_id = t.account_id`,
  )
  const isWhole = (row: (typeof rows)[number]) =>
    row.tasks === tasks && row.entries === 2 * tasks + 1 && row.linked === 2 * tasks
  const [first] = rows
  if (!first || !rows.every(isWhole))
    throw new Error(`expected pasts of ${tasks} tasks, found: ${JSON.stringify(rows)}`)
  const proof = await proveAccount(client, first.account_id)
  if (proof?.mismatches.length !== 0) throw new Error(`the ledger of the past does not agree: ${proof?.mismatches}`)
}

/**
 * The past stays through every reset.
 * @param indexes 'auto': those of long tables keep the few entries of deleted rows, because reading them whole takes minutes
 * @param extra statements of each reset, after its own
 */
export function openPast(databaseUrl: string, indexes: 'on' | 'auto' = 'on', extra: readonly string[] = []): Ground {
  return openGround(databaseUrl, [...reset(indexes), ...extra], COUNTS)
}
