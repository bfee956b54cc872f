import type { KeyObject } from 'node:crypto'
import type { Statement, Tx } from '../lib/sql.ts'
import { WEBHOOK_LEASE_MS, WEBHOOK_PER_HOST } from '../limits.ts'
import type { Hosts } from './hosts.ts'
import { secretsOf } from './secret.ts'
import { signingKey } from './sign.ts'

/** Hosts that one claim looks at: about a millisecond where nothing is due. */
const WALK = 200

/**
 * Goes from host to host along the index of what is pending, and takes at each what is due and fits: 100,000 rows of a host
 * that hangs cost what one costs. A taken row is out of the way for the length of a lease, within which its try is over; a
 * process that is gone lets it lapse, and the try is made again.
 */
const CLAIM: Statement = {
  name: 'webhook_claim',
  text: `with recursive walk(host, step) as (
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
    c.next_try_at as lease, ${secretsOf('c.account_id')} as secrets, t.*
  from (select case when count(host) = ${WALK} then max(host) end as host from walk) walked
    left join (claimed c join task t on t.id = c.task_id) on true`,
}

/** A delivery whose next try is this process's, and all that it takes to make it. */
export interface Claim {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly host: string
  /** Made before this one. */
  readonly tries: number
  /** Names the claim: whoever takes the row after its end has another. */
  readonly lease: Date
  /** Of the account's secrets that hold; none before one is first needed. */
  readonly keys: readonly KeyObject[]
  /** The row of its task. */
  readonly task: Readonly<Record<string, unknown>>
}

export interface Claims {
  readonly claims: readonly Claim[]
  /** The host after which to go on; null: there are no more. */
  readonly next: string | null
}

interface Row {
  walkedTo: string | null
  deliveryId: string | null
  deliveryUrl: string
  deliveryHost: string
  account_id: string
  tries: number
  lease: Date
  secrets: string[]
}

/**
 * Takes due deliveries, as many as there is room for.
 * @param after the host after which to begin
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
    accountId: row.account_id,
    url: row.deliveryUrl,
    host: row.deliveryHost,
    tries: row.tries,
    lease: row.lease,
    keys: row.secrets.map(keyOf),
    task: row as unknown as Record<string, unknown>,
  }
}
