import { proveAccount } from '../../src/credit/audit.ts'
import { DEFAULT_PRICES } from '../../src/credit/price.ts'
import { newSecret, redact, secretHash } from '../../src/key/secret.ts'
import { newId } from '../../src/lib/id.ts'
import { createLog } from '../../src/lib/log.ts'
import { openPool } from '../../src/resources.ts'
import { priceItems, sumItems } from '../../src/task/items.ts'
import { fillTemplate } from '../create/fill.ts'
import { FIRST_SEQ } from './writer.ts'

/** Tasks during their render, each with its freeze. */
const TASKS = `insert into task (id, account_id, key_id, api_version, status, seq, mode, prompt, "references", resolution,
    duration_ms, aspect_ratio, width, height, frames, seed, audio, service_tier, acceleration, use_context_ir, price_version,
    items, earned, frozen_micro, started_at)
  select id, a.account_id, a.key_id, a.api_version, 'rendering', ${FIRST_SEQ}, 'text_to_video',
    'A paper boat sails across rain puddle ' || i || ' at dusk, slow pan, warm light', '{}', '768p', 5000, '16:9', 1344, 768,
    124, i, true, 'standard', 'auto', false, 1, $2::jsonb, '{encoder}', $3::bigint, now()
  from unnest($1::text[]) with ordinality as t (id, i),
    (select a.id as account_id, k.id as key_id, a.api_version from account a join api_key k on k.account_id = a.id
      where a.id = $4 limit 1) a`

/** The claim of a worker with heartbeats for the longest run, so that no other worker takes the tasks over. */
const ATTEMPTS = `insert into stage_attempt (task_id, stage, number, state, account_id, worker_id, pool, claimed_at, beat_at)
  select id, 'render', 1, 'running', account_id, 'bench', 'shared', now(), now() + interval '1 day' from task`

const ENTRIES = `insert into ledger_entry (id, account_id, number, kind, amount_micro, frozen_delta_micro,
    balance_after_micro, subject_id, task_id, description)
  select 'led_' || substr(t.id, 5), a.id, i + 1, 'freeze', 0, $2::bigint, a.balance_micro, t.id, t.id, 'Video, 5 s'
  from unnest($1::text[]) with ordinality as t (id, i), account a where a.id = $3 order by i`

const SUMS = `update account set frozen_micro = $1::int * $2::bigint, entry_count = 1 + $1::int, active_tasks = $1::int
  where id = $3`

const KEY = `insert into api_key (id, account_id, name, hash, redacted, scopes)
  select $1, account_id, 'key ' || $1, $2, $3, scopes from api_key where account_id = $4 limit 1`

/** As long as real ids; they differ in the last four characters. */
export function taskId(number: number): string {
  return `vid_${number.toString(36).toUpperCase().padStart(26, '0')}`
}

const OWNER = 'select account_id from api_key where hash = $1'

/** One account with running tasks. @returns its keys, so many that each has a small part of the sockets */
export async function fillWatched(databaseUrl: string, ids: readonly string[], keys: number): Promise<string[]> {
  const [secret = ''] = await fillTemplate(databaseUrl, 1)
  return addWatched(databaseUrl, ids, keys, secret)
}

/** Running tasks of this key's account, which has none. @returns its keys, with this one */
export async function addWatched(
  databaseUrl: string,
  ids: readonly string[],
  keys: number,
  secret: string,
): Promise<string[]> {
  const secrets = [secret]
  const pool = openPool(databaseUrl, 1, createLog('silent', 'bench'))
  try {
    const { rows } = await pool.query<{ account_id: string }>(OWNER, [secretHash(secret)])
    const account = rows[0]?.account_id ?? ''
    while (secrets.length < keys) {
      const more = newSecret()
      await pool.query(KEY, [newId('key'), secretHash(more), redact(more), account])
      secrets.push(more)
    }
    const five = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false } as const
    const items = priceItems(DEFAULT_PRICES, five)
    await pool.query(TASKS, [ids, JSON.stringify(items), sumItems(items), account])
    await pool.query(ATTEMPTS)
    await pool.query(ENTRIES, [ids, sumItems(items), account])
    await pool.query(SUMS, [ids.length, sumItems(items), account])
    const proof = await proveAccount(pool, account)
    if (proof?.mismatches.length !== 0) throw new Error(`the ledger does not agree: ${proof?.mismatches}`)
    await pool.query('vacuum analyze')
    return secrets
  } finally {
    await pool.end()
  }
}
