import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from '../../../src/queue/catalog.ts'
import { type Claim, claimNext } from '../../../src/stage/claim.ts'
import { reportDone, reportSucceeded } from '../../../src/stage/report.ts'
import type { Serves } from '../../../src/stage/sources.ts'
import type { TestGateway } from '../../support/gateway.ts'

/** Work through the real claims and reports, without engines and rendering. */

/** An account for a whole file. */
export const ROOMY = { concurrencyLimit: 2000, creditMicro: 10_000_000_000n } as const

export const ALL: readonly Stage[] = ['package', 'upscale', 'render', 'encode']
const SHARED: Serves = { pool: 'shared', accelerates: false }

type Body = Readonly<Record<string, unknown>>

/** Creates a task; returns its id. */
export async function create(gateway: TestGateway, body: Body = {}, key = gateway.key): Promise<string> {
  const [id] = await createMany(gateway, { n: 1, ...body }, key)
  return id ?? assert.fail('no task')
}

/** Creates a task, or n of them; returns their ids in order. */
export async function createMany(gateway: TestGateway, body: Body, key = gateway.key): Promise<string[]> {
  const request = { prompt: 'a lake at sunset', aspect_ratio: '1:1', ...body }
  const {
    status,
    text,
    body: made,
  } = await gateway.call('POST', '/v1/videos', request, {
    authorization: `Bearer ${key}`,
  })
  assert.equal(status, 202, text)
  assert.ok(made.object !== 'list' || made.error === null, text)
  return made.object === 'list' ? made.data.map((task: { id: string }) => task.id) : [made.id]
}

/** Claims the next stage of a worker; null when there is none. The lease does not expire, however slow the test is. */
export async function take(
  { rooms: { resources } }: TestGateway,
  stages: Stage | readonly Stage[],
  serves: Partial<Serves> = {},
  workerId = 'wrk_test',
): Promise<Claim | null> {
  const worker = { ...SHARED, ...serves }
  const claim = await claimNext(resources, [stages].flat() as Stage[], workerId, worker)
  if (claim) {
    await resources.pool.query(
      `update stage_attempt set beat_at = now() + interval '1 hour'
       where task_id = $1 and stage = $2 and number = $3 and state = 'running'`,
      [claim.taskId, claim.stage, claim.number],
    )
  }
  return claim
}

/** Claims this many, one after another; fails if there are fewer. */
export async function takeMany(
  gateway: TestGateway,
  count: number,
  stages: Stage | readonly Stage[],
  serves: Partial<Serves> = {},
): Promise<Claim[]> {
  const claims: Claim[] = []
  while (claims.length < count) {
    claims.push((await take(gateway, stages, serves)) ?? assert.fail(`only ${claims.length} of ${count}`))
  }
  return claims
}

/** Path of a claimed stage's output. */
export const keyOf = ({ taskId, stage, number }: Claim) => `tasks/${taskId}/${stage}.${number}.mp4`

/** Stores an output of a few bytes for the worker of the next stage. */
export async function store({ rooms: { resources } }: TestGateway, claim: Claim): Promise<void> {
  const path = join(resources.storage.tempDir, `${claim.taskId}-${claim.stage}`)
  await writeFile(path, claim.stage)
  await resources.storage.putFile(keyOf(claim), path)
}

/** Reports a claimed stage done with an output; returns whether the report counted. */
export function complete({ rooms: { resources } }: TestGateway, claim: Claim): Promise<boolean> {
  const key = keyOf(claim)
  if (claim.stage === 'render') return reportDone(resources, claim, { key, accelerated: claim.accelerated })
  if (claim.stage !== 'package') return reportDone(resources, claim, { key })
  const { width, height, frames, audio } = claim.task
  const output = { key, thumbnailKey: key.replace('mp4', 'webp'), bytes: 1000, sha256: '00', watermarked: false }
  return reportSucceeded(resources, claim, { ...output, width, height, frames, hasAudio: audio })
}

/** Works on a task alone until one of its stages is claimed. Nothing else may wait. */
export async function workUpTo(gateway: TestGateway, id: string, stage: Stage, serves: Partial<Serves> = {}) {
  for (;;) {
    const claim = (await take(gateway, ALL, serves)) ?? assert.fail(`no ${stage} to claim`)
    assert.equal(claim.taskId, id)
    if (claim.stage === stage) return claim
    assert.ok(await complete(gateway, claim))
  }
}

/** Each attempt of a task as text: `render 2 done`. */
export async function attemptsOf({ rooms }: TestGateway, id: string): Promise<string[]> {
  const { rows } = await rooms.resources.pool.query(
    `select stage, number, state, hedge from stage_attempt where task_id = $1 order by stage, number`,
    [id],
  )
  return rows.map(({ stage, number, state, hedge }) => `${stage} ${number} ${state}${hedge ? ' hedge' : ''}`)
}

/** Kind, amount and frozen delta of a task's entries. */
export async function entriesOf({ rooms }: TestGateway, id: string): Promise<unknown[][]> {
  const { rows } = await rooms.resources.pool.query(
    'select kind, amount_micro, frozen_delta_micro from ledger_entry where task_id = $1 order by number',
    [id],
  )
  return rows.map(({ kind, amount_micro, frozen_delta_micro }) => [kind, amount_micro, frozen_delta_micro])
}

/** Waiting jobs of a task, by queue. */
export async function jobsOf({ rooms }: TestGateway, id: string): Promise<string[]> {
  const { rows } = await rooms.resources.pool.query(
    `select name from pgboss.job where data->>'taskId' = $1 and state < 'active' order by name`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** Sets a waiting stage's clock back: it became ready this much earlier, with all its future times. */
export async function waitLonger({ rooms }: TestGateway, ids: readonly string[], seconds: number): Promise<void> {
  await rooms.resources.pool.query(
    `with moved as (update stage_attempt set ready_at = ready_at - make_interval(secs => $2),
         lora_until = lora_until - make_interval(secs => $2)
       where task_id = any($1::text[]) and state = 'ready')
     update pgboss.job set created_on = created_on - make_interval(secs => $2), start_after = start_after - make_interval(secs => $2)
     where data->>'taskId' = any($1::text[]) and state < 'active'`,
    [ids, seconds],
  )
}

/** Ends everything that waits or runs: the next test begins with empty queues. */
export async function forget({ rooms }: TestGateway): Promise<void> {
  await rooms.resources.pool.query(
    `with gone as (update stage_attempt set state = 'cancelled', finished_at = now() where state in ('ready', 'running'))
     delete from pgboss.job`,
  )
}
