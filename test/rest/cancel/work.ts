import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { reportDone, reportFailed, reportRejected, reportSucceeded } from '../../../src/stage/report.ts'
import { pipelineOf, scaleOf } from '../../../src/task/pipeline.ts'
import { taskFromRow } from '../../../src/task/task.ts'
import { objectKey } from '../../../workers/stages/stage-run.ts'
import { claimStage } from '../../support/claim.ts'
import type { TestGateway } from '../../support/gateway.ts'

/** Work on tasks through the real claims and reports, with real objects, but without rendering. */

const WORKER = 'wrk_test'
const FAILURE = { detail: 'It could not be made.', cause: 'test', retry: false } as const

/**
 * Claims a stage of a task, with a lease that does not expire in slow tests. Claims and returns other tasks' stages
 * that are first in turn.
 */
export async function claimOf({ rooms }: TestGateway, id: string, stage: Stage): Promise<Claim> {
  for (;;) {
    const claim = (await claimStage(rooms.resources, stage, WORKER)) ?? assert.fail(`no ${stage} is ready`)
    await rooms.resources.pool.query(
      `update stage_attempt set beat_at = now() + interval '1 hour' where task_id = $1 and state = 'running'`,
      [claim.taskId],
    )
    if (claim.taskId === id) return claim
  }
}

/** Works on a queued task until one of its stages is claimed. */
export async function workUpTo(gateway: TestGateway, id: string, stage: Stage): Promise<Claim> {
  const { rows } = await gateway.rooms.resources.pool.query('select * from task where id = $1', [id])
  const stages = pipelineOf(taskFromRow(rows[0]))
  assert.ok(stages.includes(stage), `there is no ${stage}`)
  for (const each of stages.slice(0, stages.indexOf(stage))) {
    assert.ok(await complete(gateway, await claimOf(gateway, id, each)))
  }
  return claimOf(gateway, id, stage)
}

/** Stores a claimed stage's result and reports it done. */
export async function complete(gateway: TestGateway, claim: Claim): Promise<boolean> {
  const { resources } = gateway.rooms
  const { task, stage } = claim
  const key = objectKey(claim, stage === 'encode' ? 'json' : 'mp4')
  const bytes = await store(gateway, key)
  if (stage !== 'package') return reportDone(resources, claim, { key })
  const thumbnailKey = objectKey(claim, 'webp')
  await store(gateway, thumbnailKey)
  const scale = scaleOf(task.resolution)
  return reportSucceeded(resources, claim, {
    key,
    thumbnailKey,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: task.width * scale,
    height: task.height * scale,
    frames: task.frames,
    hasAudio: task.audio,
    watermarked: false,
  })
}

export async function store({ rooms }: TestGateway, key: string): Promise<Buffer> {
  const { storage } = rooms.resources
  const bytes = randomBytes(1000)
  const path = join(storage.tempDir, randomUUID())
  await writeFile(path, bytes)
  await storage.putFile(key, path)
  return bytes
}

/** A task with this end, and its objects. */
export async function endedTask(
  gateway: TestGateway,
  end: 'succeeded' | 'failed' | 'rejected' | 'cancelled',
  body: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { resources } = gateway.rooms
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'a lake at sunset', ...body })
  assert.equal(created.status, 202, created.text)
  const { id } = created.body
  if (end === 'succeeded') assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  else {
    const claim = await workUpTo(gateway, id, 'render')
    if (end === 'failed') await reportFailed(resources, claim, { ...FAILURE, reason: 'generation_error' })
    else if (end === 'rejected') await reportRejected(resources, claim, { ...FAILURE, reason: 'content_policy_output' })
    else assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
  }
  return id
}

/** Kind, amount and frozen delta of a task's entries. */
export async function entriesOf({ rooms }: TestGateway, id: string): Promise<unknown[][]> {
  const { rows } = await rooms.resources.pool.query(
    'select kind, amount_micro, frozen_delta_micro from ledger_entry where task_id = $1 order by number',
    [id],
  )
  return rows.map(({ kind, amount_micro, frozen_delta_micro }) => [kind, amount_micro, frozen_delta_micro])
}

/** Keys of all objects of a task. */
export async function objectsOf({ rooms }: TestGateway, id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of rooms.resources.storage.list(`tasks/${id}/`)) keys.push(key)
  return keys.sort()
}
