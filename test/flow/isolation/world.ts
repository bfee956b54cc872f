import assert from 'node:assert/strict'
import { SCOPES } from '../../../src/key/caller.ts'
import { sealCursor } from '../../../src/lib/cursor.ts'
import { claimOf, endedTask, workUpTo } from '../../rest/cancel/work.ts'
import { deliveredTask, deliveryOf } from '../../rest/webhooks/support.ts'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'
import { APART } from '../../support/rows.ts'
import { DELIVERING, startReceiver } from '../../webhook/receiver.ts'

/** Ids of one account that another may name. */
export interface Ids {
  readonly task: string
  readonly group: string
  readonly file: string
  readonly key: string
  readonly delivery: string
  readonly entry: string
  /** Cursors of its streams. */
  readonly tasksCursor: string
  readonly creditsCursor: string
}

export interface World {
  readonly gateway: TestGateway
  /** The other account, with a key of every scope. */
  readonly b: { readonly accountId: string; readonly key: string }
  /** A's ids, in one set for each of its tasks. */
  readonly targets: readonly Ids[]
  /** A file in use by an unfinished task of A, and a revoked key of A. */
  readonly others: readonly string[]
  /** Every row of both accounts, without columns that any accepted call changes. */
  rows(): Promise<unknown>
}

/** The Idempotency-Key of A's writes. */
export const USED = { 'idempotency-key': 'mine' }
/** In A's prompts and names. */
export const SECRET = 'lighthouse'

const PROMPT = { prompt: SECRET }

/** An account with every kind of record, and another one. */
export async function twoAccounts(): Promise<World> {
  const gateway = await startTestGateway({ name: SECRET, scopes: SCOPES, concurrencyLimit: 100 }, DELIVERING)
  const b = await gateway.newAccount({ scopes: SCOPES, concurrencyLimit: 100 })
  const receiver = await startReceiver()
  const called = await deliveredTask(gateway, receiver.url)
  const tasks = [...(await endedTasks(gateway)), called, ...(await workedOn(gateway))]
  const file = await fileOf(gateway, 'input_image', USED)
  const pinned = await fileOf(gateway, 'input_image')
  const asked = { ...PROMPT, mode: 'image_to_video', input_image: pinned, metadata: { of: SECRET } }
  const queued = await made(gateway, '/v1/videos', asked, USED)
  const group = await made(gateway, '/v1/videos', { ...PROMPT, n: 2 })
  const key = await made(gateway, '/v1/api-keys', { name: SECRET }, USED)
  const revoked = await made(gateway, '/v1/api-keys', { name: SECRET })
  assert.equal((await gateway.call('DELETE', `/v1/api-keys/${revoked.id}`, undefined, USED)).status, 200)
  await made(gateway, '/v1/prompt/optimize', PROMPT, USED)
  const { body: credits } = await gateway.call('GET', '/v1/credits')
  const ids = {
    group: group.group_id,
    file,
    key: key.id,
    delivery: (await deliveryOf(gateway, called)).id,
    entry: credits.ledger.data[1].id,
    ...cursorsOf(gateway.accountId),
  }
  const targets = [...tasks, queued.id, group.data[1].id].map((task) => ({ ...ids, task }))
  const others = [pinned, revoked.id]
  return { gateway, b, targets, others, rows: () => rowsOfAccounts(gateway, [gateway.accountId, b.accountId]) }
}

/** Whether a call is new: the sets differ in the task only, so calls that name none are the same for each set. */
export function newCalls(): (call: unknown) => boolean {
  const known = new Set<string>()
  return (call) => known.size < known.add(JSON.stringify(call)).size
}

/** The same kinds of ids, never issued. */
export function ghostOf(ids: Ids): Ids {
  const ghost = (id: string) => `${id.slice(0, -8)}00000000`
  const { task, group, file, key, delivery, entry } = ids
  return {
    task: ghost(task),
    group: ghost(group),
    file: ghost(file),
    key: ghost(key),
    delivery: ghost(delivery),
    entry: ghost(entry),
    ...cursorsOf(ghost(`acc_${'0'.repeat(26)}`)),
  }
}

/** Cursors after the first change and the first entry, as an account receives them. */
function cursorsOf(accountId: string): Pick<Ids, 'tasksCursor' | 'creditsCursor'> {
  return {
    tasksCursor: sealCursor(`account ${accountId}`, [1n, BigInt(Math.floor(Date.now() / 1000)), 1n, 0n, 0n]),
    creditsCursor: sealCursor(`credits ${accountId}`, [1n, 1n]),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function made(gateway: TestGateway, path: string, body: object, headers = {}): Promise<any> {
  const answer = await gateway.call('POST', path, body, headers)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

async function fileOf(gateway: TestGateway, purpose: string, headers = {}): Promise<string> {
  const { body } = await upload(gateway, await corpus('rgb.png'), purpose, { filename: `${SECRET}.png`, headers })
  return body.id
}

/** A task for each end, a deleted one, and an upscale of the one that succeeded. */
async function endedTasks(gateway: TestGateway): Promise<string[]> {
  const succeeded = await endedTask(gateway, 'succeeded', PROMPT)
  const failed = await endedTask(gateway, 'failed', PROMPT)
  const rejected = await endedTask(gateway, 'rejected', PROMPT)
  const cancelled = (await made(gateway, '/v1/videos', PROMPT)).id
  await made(gateway, `/v1/videos/${cancelled}/cancel`, {}, USED)
  const deleted = await endedTask(gateway, 'cancelled', PROMPT)
  assert.equal((await gateway.call('DELETE', `/v1/videos/${deleted}`, undefined, USED)).status, 200)
  const { body: quote } = await gateway.call('GET', `/v1/videos/${succeeded}/upscale`)
  const upscale = await made(gateway, `/v1/videos/${succeeded}/upscale`, { amount_micro: quote.amount_micro }, USED)
  return [succeeded, failed, rejected, cancelled, deleted, upscale.id]
}

/** A task for each state of work. */
async function workedOn(gateway: TestGateway): Promise<string[]> {
  const encoding = (await made(gateway, '/v1/videos', PROMPT)).id
  await claimOf(gateway, encoding, 'encode')
  const rendering = (await made(gateway, '/v1/videos', PROMPT)).id
  await workUpTo(gateway, rendering, 'render')
  const upscaling = (await made(gateway, '/v1/videos', { ...PROMPT, resolution: '2k' })).id
  await workUpTo(gateway, upscaling, 'upscale')
  const packaging = (await made(gateway, '/v1/videos', PROMPT)).id
  await workUpTo(gateway, packaging, 'package')
  return [encoding, rendering, upscaling, packaging]
}

/** Columns that are not compared: those that any call or the clock changes, and the counts of creates. */
const UNSTABLE = [...APART, 'create_window_at', 'create_count']

/** Every table with an account's rows; attempts, which a chore cleans up, move with their tasks. */
async function rowsOfAccounts({ rooms }: TestGateway, accountIds: readonly string[]): Promise<unknown> {
  const { pool } = rooms.resources
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' and table_name <> 'stage_attempt' order by 1`,
  )
  const columns = [{ name: 'account', of: 'id' }, ...tables.map(({ name }) => ({ name, of: 'account_id' }))].map(
    ({ name, of }) => {
      const row = `to_jsonb(t) - '{${UNSTABLE}}'::text[]`
      const shown = name === 'event' ? "and kind <> 'waiting'" : ''
      return `(select json_agg(${row} order by ${row}) from ${name} t where ${of} = any($1) ${shown}) as "${name}"`
    },
  )
  const { rows } = await pool.query(`select ${columns.join(', ')}`, [accountIds])
  return rows[0]
}
