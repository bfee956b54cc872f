import type { KeyObject } from 'node:crypto'
import { statement, type Tx } from '../lib/sql.ts'
import { WEBHOOK_LEASE_MS, WEBHOOK_PER_HOST } from '../limits.ts'
import { type About, aboutOf, EVENT_COLUMNS, type EventRow } from './content.ts'
import type { Hosts } from './hosts.ts'
import { secretsOf } from './secret.ts'
import { signingKey } from './sign.ts'

/** Number of hosts that one claim checks: about a millisecond if nothing is due. */
const WALK = 200

/**
 * Walks the index of pending deliveries from host to host and claims due rows of each within its limit: 100,000 rows of a hanging
 * host cost as much as one. A claimed row is not due again until its lease ends, by which time its try is over. If the
 * process dies, the lease expires and the try is repeated.
 */
const CLAIM = statement('webhook_claim')`with recursive walk(host, step) as (
      (select host, 1 from webhook_delivery where status = 'pending' and host > $1 order by host limit 1)
      union all
      select (select d.host from webhook_delivery d where d.status = 'pending' and d.host > walk.host order by d.host limit 1),
        step + 1
      from walk where host is not null and step < ${WALK}),
    due as (
      select one.id from walk
        cross join lateral (
          select id from webhook_delivery d where d.status = 'pending' and d.host = walk.host and d.next_try_at <= now()
          order by d.next_try_at limit coalesce(($3::jsonb->>walk.host)::int, ${WEBHOOK_PER_HOST}) for update skip locked) one
      limit $2),
    claimed as (
      update webhook_delivery d set next_try_at = now() + interval '${WEBHOOK_LEASE_MS} milliseconds'
      from due where d.id = due.id returning d.*)
  select walked.host as "walkedTo", c.id as "deliveryId", c.url as "deliveryUrl", c.host as "deliveryHost", c.tries,
    c.next_try_at as lease, ${secretsOf('c.account_id')} as secrets, c.account_id as "deliveryAccount",
    ${EVENT_COLUMNS('c')}, t.*
  from (select case when count(host) = ${WALK} then max(host) end as host from walk) walked
    left join (claimed c left join task t on t.id = c.task_id) on true`

/** A delivery claimed by this process, with all data for its try. */
export interface Claim {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly host: string
  /** Number of earlier tries. */
  readonly tries: number
  /** Identifies the claim: a later claim of the row has another value. */
  readonly lease: Date
  /** The account's valid secrets; empty before the first is needed. */
  readonly keys: readonly KeyObject[]
  readonly about: About
}

export interface Claims {
  readonly claims: readonly Claim[]
  /** The host to continue after; null if there are no more. */
  readonly next: string | null
}

interface Row extends EventRow {
  walkedTo: string | null
  deliveryId: string | null
  deliveryUrl: string
  deliveryHost: string
  deliveryAccount: string
  tries: number
  lease: Date
  secrets: string[]
}

/**
 * Claims due deliveries, as many as there is room for.
 * @param after the host to start after
 */
export async function claimDue(tx: Tx, hosts: Hosts, after: string): Promise<Claims> {
  const total = hosts.free()
  const { rows } = await tx.run<Row>(CLAIM, [after, total, JSON.stringify(hosts.held())])
  const made = new Map<string, KeyObject>()
  const keyOf = (secret: string) => {
    const key = made.get(secret) ?? signingKey(secret)
    made.set(secret, key)
    return key
  }
  const claims = rows.flatMap((row) => (row.deliveryId === null ? [] : [toClaim(row, row.deliveryId, keyOf)]))
  if (claims.length < total) return { claims, next: rows[0]?.walkedTo ?? null }
  const [last] = claims
    .map(({ host }) => host)
    .sort()
    .reverse()
  return { claims, next: last ?? null }
}

function toClaim(row: Row, id: string, keyOf: (secret: string) => KeyObject): Claim {
  return {
    id,
    accountId: row.deliveryAccount,
    url: row.deliveryUrl,
    host: row.deliveryHost,
    tries: row.tries,
    lease: row.lease,
    keys: row.secrets.map(keyOf),
    about: aboutOf(row),
  }
}
