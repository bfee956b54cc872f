import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rollback, type Tx, transaction } from '../../src/lib/sql.ts'
import { WEBHOOK_CLAIMS_MAX, WEBHOOK_LEASE_MS, WEBHOOK_PER_HOST } from '../../src/limits.ts'
import { type Claim, claimDue } from '../../src/webhook/claim.ts'
import { createHosts, type Hosts } from '../../src/webhook/hosts.ts'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'

/** Rows are never committed here, so that the gateway does not claim them first. */

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const taskId = await endedTask(gateway, 'cancelled')

async function undone(body: (tx: Tx) => Promise<void>): Promise<void> {
  await transaction(pool, async (tx) => {
    await body(tx)
    return new Rollback(null)
  })
}

let made = 0

async function due(tx: Tx, host: string, count: number, wait = '0 s'): Promise<void> {
  made += count
  await tx.executeSql(
    `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status, next_try_at)
     select 'whd_' || n, account_id, id, -n, 'https://' || $2, $2, 'pending', now() - make_interval(secs => n) + $4::interval
     from task, generate_series($5::int - $3::int + 1, $5::int) n where id = $1`,
    [taskId, host, count, wait, made],
  )
}

const never = () => new Promise<boolean>(() => {})
const hostsOf = (claims: readonly Claim[]) => Object.entries(Object.groupBy(claims, ({ host }) => host))
const countsOf = (claims: readonly Claim[]) =>
  hostsOf(claims)
    .map(([host, each]) => [host, each?.length])
    .sort()

/** Hosts, one of which did not answer its last try. */
async function withSilent(name: string): Promise<Hosts> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hosts = createHosts(resolve)
  hosts.add(name, async () => true)
  await promise
  return hosts
}

test('each host gets as many claims as it has room for, the longest due first', () =>
  undone(async (tx) => {
    await due(tx, 'a.test', 40)
    await due(tx, 'b.test', 40)
    await due(tx, 'c.test', 3, '1 day')
    const { claims, next } = await claimDue(tx, await withSilent('b.test'), '')
    assert.deepEqual(countsOf(claims), [
      ['a.test', WEBHOOK_PER_HOST],
      ['b.test', 1],
    ])
    assert.equal(next, null)
    const oldest = Array.from({ length: WEBHOOK_PER_HOST }, (_, i) => `whd_${made - 43 - i}`)
    const taken = claims.filter(({ host }) => host === 'a.test').map(({ id }) => id)
    assert.deepEqual(taken.sort(), oldest.sort())
  }))

test('a claim has a lease, and nobody claims the same within it', () =>
  undone(async (tx) => {
    await due(tx, 'a.test', 1)
    const { claims } = await claimDue(
      tx,
      createHosts(() => {}),
      '',
    )
    const [claim] = claims
    const rows = (await tx.executeSql('select now()::timestamptz(3) as now, next_try_at, tries from webhook_delivery'))
      .rows
    const [{ now, next_try_at, tries }] = rows as [{ now: Date; next_try_at: Date; tries: number }]
    assert.deepEqual([claim?.lease, claim?.tries, tries], [next_try_at, 0, 0])
    assert.equal(next_try_at.getTime() - now.getTime(), WEBHOOK_LEASE_MS)
    assert.ok(claim && 'task' in claim.about)
    const claimed = [claim.about.task['id'], claim.accountId, claim.url]
    assert.deepEqual(claimed, [taskId, gateway.accountId, 'https://a.test'])
    assert.deepEqual(
      (
        await claimDue(
          tx,
          createHosts(() => {}),
          '',
        )
      ).claims,
      [],
    )
  }))

test('a claim takes no more than the total room, and later hosts are next', () =>
  undone(async (tx) => {
    for (const host of ['a.test', 'b.test', 'c.test']) await due(tx, host, 2)
    const hosts = createHosts(() => {})
    for (let i = 0; i < WEBHOOK_CLAIMS_MAX.all - 3; i++) hosts.add('z.test', never)
    const first = await claimDue(tx, hosts, '')
    assert.deepEqual(countsOf(first.claims), [
      ['a.test', 2],
      ['b.test', 1],
    ])
    assert.equal(first.next, 'b.test')
    const second = await claimDue(tx, hosts, first.next)
    assert.deepEqual(countsOf(second.claims), [['c.test', 2]])
    assert.equal(second.next, null)
  }))

test('many hosts are read in steps', () =>
  undone(async (tx) => {
    for (let i = 0; i < 250; i++) await due(tx, `host-${String(i).padStart(3, '0')}.test`, 1)
    const hosts = createHosts(() => {})
    const first = await claimDue(tx, hosts, '')
    assert.deepEqual([first.claims.length, first.next], [200, 'host-199.test'])
    const second = await claimDue(tx, hosts, first.next ?? '')
    assert.deepEqual([second.claims.length, second.next], [50, null])
  }))
