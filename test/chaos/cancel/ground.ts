import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { type Caller, SCOPES } from '../../../src/key/caller.ts'
import type { Loop } from '../../../src/lib/loop.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import type { Stage } from '../../../src/queue/catalog.ts'
import { openResources, type Resources } from '../../../src/resources.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { startReaper } from '../../../src/stage/reap.ts'
import { reportDone, reportSucceeded } from '../../../src/stage/report.ts'
import { createLanes, type Lanes } from '../../../src/task/lanes.ts'
import { objectsOf } from '../../../src/task/objects.ts'
import { pipelineOf } from '../../../src/task/pipeline.ts'
import type { Task } from '../../../src/task/task.ts'
import { submissionOf } from '../../support/submission.ts'
import { type Claims, createClaims } from './claims.ts'

/** The resources of one of two contenders: separate connections, lanes and queue, as in a separate process. */
export interface Side extends Resources {
  readonly lanes: Lanes
}

/** Where races run. */
export interface Ground {
  readonly sides: readonly [Side, Side]
  readonly callers: readonly Caller[]
  readonly claims: Claims
  /** Finished videos that a round left unchanged, by account. */
  readonly works: Map<string, string[]>
  /** Checks for silent attempts at once when woken. */
  readonly reaper: Loop
  close(): Promise<void>
}

const ACCOUNTS = 12
/** Cap and balance are not part of the races. */
const CAP = 10_000
const CREDIT = 1_000_000_000_000n

export async function openGround(databaseUrl: string, poolSize: number): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-chaos-'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const openSide = async (name: string): Promise<Side> => {
    const resources = await openResources(config, { name, databaseUrl, poolSize, supervise: false })
    return { ...resources, lanes: createLanes(resources) }
  }
  const sides = [await openSide('one'), await openSide('two')] as const
  const callers: Caller[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const limits = { createsPerMinute: CAP, callsPerMinute: CAP }
    const account = { name: `chaos ${i}`, creditMicro: CREDIT, concurrencyLimit: CAP, ...limits }
    const { accountId } = await createAccount(sides[0].pool, account)
    const { rows } = await sides[0].pool.query('select id from api_key where account_id = $1', [accountId])
    const caller = { keyId: rows[0].id, accountId, scopes: SCOPES, apiVersion: '2026-11-01', taskIds: null }
    callers.push({ ...caller, ...limits, rateFactor: 5, readToken: null })
  }
  const reaper = startReaper(sides[1])
  return {
    sides,
    callers,
    claims: createClaims(sides[0]),
    works: new Map(callers.map(({ accountId }) => [accountId, []])),
    reaper,
    async close() {
      await reaper.close()
      for (const side of sides) await side.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A queued task. */
export async function createTask({ sides }: Ground, caller: Caller, resolution: Task['resolution']): Promise<Task> {
  const request = { durationMs: 5000, resolution, serviceTier: 'standard', useContextIr: false, n: 1 } as const
  const operation = { kind: 'create', account: 0, key: null, twisted: false, ...request } as const
  const verdict = await sides[0].lanes.submit(submissionOf(operation, '', () => caller.accountId))
  if (verdict.kind !== 'created' || !verdict.tasks[0]) throw new Error(`not created: ${verdict.kind}`)
  return verdict.tasks[0]
}

/** Works on a queued task until one of its stages is claimed. */
export async function workUpTo(ground: Ground, task: Task, stage: Stage): Promise<Claim> {
  const stages = pipelineOf(task)
  for (const each of stages.slice(0, stages.indexOf(stage))) {
    if (!(await done(ground.sides[0], await ground.claims.take(task.id, each))))
      throw new Error(`${each} did not count`)
  }
  return ground.claims.take(task.id, stage)
}

/** Reports a claimed stage done. */
export function done(side: Side, claim: Claim): Promise<boolean> {
  const { task, stage } = claim
  if (stage !== 'package') return reportDone(side, claim, { key: `${objectsOf(task.id)}${stage}.${claim.number}.mp4` })
  const { width, height, frames } = task
  const key = videoKey(task.id)
  const file = { key, thumbnailKey: `${objectsOf(task.id)}video.webp`, bytes: 100, sha256: '' }
  return reportSucceeded(side, claim, { ...file, width, height, frames, hasAudio: true, watermarked: false })
}

export function videoKey(taskId: string): string {
  return `${objectsOf(taskId)}video.mp4`
}

/** A finished 768p video with its bytes: one that a round left unchanged, or a new one. */
export async function takeWork(ground: Ground, caller: Caller): Promise<string> {
  const known = ground.works.get(caller.accountId)?.pop()
  if (known) return known
  const [side] = ground.sides
  const task = await createTask(ground, caller, '768p')
  const claim = await workUpTo(ground, task, 'package')
  const path = join(side.storage.tempDir, task.id)
  await writeFile(path, randomBytes(100))
  await side.storage.putFile(videoKey(task.id), path)
  if (!(await done(side, claim))) throw new Error('the report of a finished video did not count')
  return task.id
}
