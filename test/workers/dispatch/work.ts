import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from '../../../src/queue/catalog.ts'
import { type Claim, claimNext, type Serves } from '../../../src/stage/claim.ts'
import { reportDone, reportSucceeded } from '../../../src/stage/report.ts'
import type { TestGateway } from '../../support/gateway.ts'

/** Work through the real claims and reports, without engines and pictures. */

/** An account that a whole file may use. */
export const ROOMY = { concurrencyLimit: 2000, creditMicro: 10_000_000_000n } as const

export const ALL: readonly Stage[] = ['package', 'upscale', 'render', 'encode']
const SHARED: Serves = { pool: 'shared', accelerates: false }

type Body = Readonly<Record<string, unknown>>

/** Creates a task; its id. */
export async function create(gateway: TestGateway, body: Body = {}, key = gateway.key): Promise<string> {
  const [id] = await createMany(gateway, { n: 1, ...body }, key)
  return id ?? assert.fail('no task')
}

/** Creates a task, or several where n is given; their ids in order. */
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

/** Claims what a worker would take next; null when there is nothing for it. The claim is not lost however slow the test is. */
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

/** Claims so many, one after another; fails where there are fewer. */
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

/** Where a claimed stage's output would be. */
export const keyOf = ({ taskId, stage, number }: Claim) => `tasks/${taskId}/${stage}.${number}.mp4`

/** Stores an output for the worker that runs the next stage; it has a few bytes. */
export async function store({ rooms: { resources } }: TestGateway, claim: Claim): Promise<void> {
  const path = join(resources.storage.tempDir, `${claim.taskId}-${claim.stage}`)
  await writeFile(path, claim.stage)
  await resources.storage.putFile(keyOf(claim), path)
}

/** Reports a claimed stage done, as if it had made something; whether the report counted. */
export function complete({ rooms: { resources } }: TestGateway, claim: Claim): Promise<boolean> {
  const key = keyOf(claim)
  if (claim.stage === 'render') return reportDone(resources, claim, { key, accelerated: claim.accelerated })
  if (claim.stage !== 'package') return reportDone(resources, claim, { key })
  const { width, height, frames, audio } = claim.task
  const output = { key, thumbnailKey: key.replace('mp4', 'webp'), bytes: 1000, sha256: '00', watermarked: false }
  return reportSucceeded(resources, claim, { ...output, width, height, frames, hasAudio: audio })
}

/** Works on a task alone until a stage of it is claimed. Nothing else may wait. */
export async function workUpTo(gateway: TestGateway, id: string, stage: Stage, serves: Partial<Serves> = {}) {
  for (;;) {
    const claim = (await take(gateway, ALL, serves)) ?? assert.fail(`no ${stage} to take`)
    assert.equal(claim.taskId, id)
    if (claim.stage === stage) return claim
    assert.ok(await complete(gateway, claim))
  }
}

/** Each attempt of a task in words: `render 2 done`. */
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

/** Jobs of a task that wait, by queue. */
export async function jobsOf({ rooms }: TestGateway, id: string): Promise<string[]> {
  const { rows } = await rooms.resources.pool.query(
    `select name from pgboss.job where data->>'taskId' = $1 and state < 'active' order by name`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** Sets a waiting stage's clock back: it became ready so much earlier than it did, and so did all that was to come of it. */
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

/** Whatever waits or runs does so no longer: the next test begins with empty queues. */
export async function forget({ rooms }: TestGateway): Promise<void> {
  await rooms.resources.pool.query(
    `with gone as (update stage_attempt set state = 'cancelled', finished_at = now() where state in ('ready', 'running'))
     delete from pgboss.job`,
  )
}
