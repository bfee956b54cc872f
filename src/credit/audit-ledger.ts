import type { Pool, PoolClient } from 'pg'
import { isLocked } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { type AuditRound, probes } from '../lib/probe.ts'
import { bool, float8, orNull, query, SHORT_LOCK_WAIT_MS, statement, text } from '../lib/sql.ts'
import { AUDIT_BATCH, AUDIT_BUDGET_MS, AUDIT_MS } from '../limits.ts'
import { auditAccount } from './audit.ts'

/** How often all entries of an account are verified, and not only those since the last time. */
const WHOLE_HOURS = 24

/** Least recently verified first, and none twice within a round. */
const DUE = statement('audit_due', { id: text(), is_whole: bool })`
    select id, coalesce(audited_whole_at < now() - interval '${WHOLE_HOURS} hours', true) as is_whole from account
         where audited_at is null or audited_at < now() - make_interval(secs => $1)
         order by audited_at nulls first, id limit $2`

const OLDEST = statement('audit_oldest', { seconds: orNull(float8) })`
  select extract(epoch from now() - min(coalesce(audited_at, created_at)))::float8 as seconds from account`

/** Any number that no other advisory lock uses. */
const LOCK = [0x76696467, 1]

/** An unreadable account must not delay the others; an unreachable database ends the round. */
const FAILURES_MAX = 3

interface Needs {
  readonly pool: Pool
  readonly log: Log
}

/**
 * The ledger's chore: about once a minute it verifies the accounts that have waited longest, one by one, each in its own
 * snapshot: what was written since the last time, and once a day all of it. Every process tries; an advisory lock admits one at a time. The first round starts a minute after the process, so
 * that it does not slow down the start.
 */
export function startLedgerAudit(needs: Needs): Pick<Loop, 'close'> {
  let started = false
  const stop = new AbortController()
  const loop = startLoop('ledger audit', AUDIT_MS, needs.log, async () => {
    if (started) await auditRound(needs, stop.signal)
    started = true
  })
  return {
    close() {
      stop.abort()
      return loop.close()
    },
  }
}

/** One round; its result goes to the metrics as well. A mismatch is logged as an error each time it is found. */
export async function auditRound({ pool, log }: Needs, stop?: AbortSignal): Promise<AuditRound> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', LOCK)
    const counted = rows[0]?.got ? await auditDue(client, log, stop) : { checked: 0, mismatched: 0 }
    const oldest = await query(client, OLDEST, [])
    const round: AuditRound = { ...counted, oldestSeconds: oldest.rows[0]?.seconds ?? null }
    probes.auditRound.publish(round)
    return round
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Releasing a connection with an error also releases its lock.
    client.release(broken)
  }
}

async function auditDue(
  client: PoolClient,
  log: Log,
  stop: AbortSignal | undefined,
): Promise<Omit<AuditRound, 'oldestSeconds'>> {
  let checked = 0
  let mismatched = 0
  const until = performance.now() + AUDIT_BUDGET_MS
  let failures = 0
  // It locks nothing, so a ledger of millions of entries may take long. Its account then goes to the end of the queue.
  await client.query(`set statement_timeout = '5min'; set lock_timeout = ${SHORT_LOCK_WAIT_MS}`)
  const { rows } = await query(client, DUE, [AUDIT_MS / 2000, AUDIT_BATCH])
  for (const { id, is_whole } of rows) {
    if (performance.now() > until || stop?.aborted || failures >= FAILURES_MAX) break
    const proof = await auditAccount(client, id, !is_whole).catch((error: unknown) => {
      if (!isLocked(error)) failures += 1
      log.error({ err: error, accountId: id }, 'the ledger of an account could not be audited')
      return null
    })
    if (!proof) continue
    checked += 1
    if (proof.mismatches.length === 0) continue
    mismatched += 1
    log.error({ accountId: id, mismatches: proof.mismatches }, 'the ledger of an account does not agree')
  }
  await client.query('reset statement_timeout; reset lock_timeout')
  await client.query('select pg_advisory_unlock($1, $2)', LOCK)
  return { checked, mismatched }
}
