import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { toInput } from '../../../workers/stages/stage-run.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { onLaneEnd } from '../../support/lane.ts'
import { pngOf, uploaded } from '../../support/material.ts'
import type { TestProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { startWorkerProcess } from '../../support/worker.ts'
import { complete, create, keyOf, store, take } from '../dispatch/work.ts'

/** Real worker processes that hang during a stage, for as long as the test wants, without CPU load. */

export const STAGES: readonly Stage[] = ['encode', 'render', 'upscale', 'package']

const folder = await mkdtemp(join(tmpdir(), 'vidgate-stuck-'))
onLaneEnd(() => rm(folder, { recursive: true, force: true }))

async function makePipe(path: string): Promise<string> {
  await promisify(execFile)('mkfifo', [path])
  return path
}

export interface Clog {
  /**
   * Puts the real file in its place. A process that reads the pipe continues to wait, unless stopped meanwhile: it
   * begins again.
   */
  replace(): Promise<void>
  /** Lets the pipe's reader find it empty; waits for a reader. */
  release(): Promise<void>
}

let pipes = 0

/** An uploaded image whose bytes are a pipe without a writer: an encode that fetches it hangs. */
export async function cloggedPicture(gateway: TestGateway): Promise<Clog & { readonly id: string }> {
  const id = await uploaded(gateway, await pngOf(64, 64), 'input_image')
  const { rows } = await gateway.rooms.resources.pool.query('select object_key from file where id = $1', [id])
  const path = join(gateway.config.dataDir, 'objects', rows[0].object_key)
  const [real, kept] = [join(folder, `picture-${++pipes}`), join(folder, `pipe-${pipes}`)]
  await rename(path, real)
  await makePipe(path)
  return {
    id,
    async replace() {
      await rename(path, kept)
      await rename(real, path)
    },
    release: () => writeFile(kept, ''),
  }
}

export interface StuckWorker extends TestProcess {
  readonly stage: Stage
  /** Lets its program write some bytes and exit successfully. */
  release(): Promise<void>
  /** Process ids of the programs that it has started. */
  programs(): Promise<number[]>
}

/** A worker for one stage whose program, if the stage has one, waits until it is released. */
export async function startStuckWorker(gateway: TestGateway, stage: Stage): Promise<StuckWorker> {
  const own = join(folder, `${stage}-${++pipes}`)
  await mkdir(own)
  const gate = await makePipe(join(own, 'gate'))
  const program = join(own, 'program')
  const lines = [`echo $$ >> ${own}/pids`, `read _ < ${gate}`, 'for last; do :; done', 'echo late > "$last"']
  await writeFile(program, ['#!/bin/sh', ...lines, ''].join('\n'))
  await chmod(program, 0o755)
  const worker = await startWorkerProcess(gateway, { WORKER_CAPABILITIES: stage, FFMPEG_PATH: program })
  return {
    ...worker,
    stage,
    release: () => writeFile(gate, '\n'),
    async programs() {
      const text = await readFile(join(own, 'pids'), 'utf8').catch(() => '')
      return text.split('\n').filter(Boolean).map(Number)
    },
  }
}

/** Whether a process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return status !== null && !/\) Z /.test(status)
}

export async function allGone(workers: readonly StuckWorker[]): Promise<boolean> {
  const pids = (await Promise.all(workers.map((worker) => worker.programs()))).flat()
  assert.ok(pids.length > 0)
  return (await Promise.all(pids.map(isRunning))).every((running) => !running)
}

/** Stores a claimed stage's result and reports it: of encode the real one, which the render reads. */
export async function make(gateway: TestGateway, claim: Claim): Promise<void> {
  if (claim.stage === 'encode') {
    const own = await mkdtemp(join(folder, 'encode-'))
    const input = { task: toInput(claim), folder: own, material: { inputImage: null, endImage: null, references: [] } }
    const made = await proceduralEngine().encode(input, new AbortController().signal, () => {})
    await gateway.rooms.resources.storage.putFile(keyOf(claim), made.path)
  } else await store(gateway, claim)
  assert.ok(await complete(gateway, claim))
}

/** A task that waits for a stage without other waiting tasks. */
export async function taskBefore(gateway: TestGateway, stage: Stage, body: Readonly<Record<string, unknown>> = {}) {
  const id = await create(gateway, { resolution: '2k', ...body })
  for (const before of STAGES.slice(0, STAGES.indexOf(stage))) {
    const claim = await take(gateway, before)
    assert.equal(claim?.taskId, id)
    if (claim) await make(gateway, claim)
  }
  return id
}

export interface Attempt {
  readonly stage: Stage
  readonly number: number
  readonly state: string
  readonly worker_id: string | null
  readonly claimed_at: Date | null
  readonly beat_at: Date | null
  readonly finished_at: Date | null
  readonly output: unknown
}

export async function attemptsOf({ rooms }: TestGateway, id: string, stage: Stage): Promise<Attempt[]> {
  const { rows } = await rooms.resources.pool.query(
    'select * from stage_attempt where task_id = $1 and stage = $2 order by number',
    [id, stage],
  )
  return rows
}

/** Waits until each of some tasks is claimed for its stage. */
export async function untilStuck(
  gateway: TestGateway,
  tasks: ReadonlyMap<Stage, string>,
  workers: readonly StuckWorker[],
): Promise<void> {
  for (const worker of workers) {
    const { stage } = worker
    const before = (await worker.programs()).length
    await until(async () => {
      const last = (await attemptsOf(gateway, tasks.get(stage) ?? '', stage)).at(-1)
      return last?.state === 'running' && last.worker_id === worker.ready
    })
    if (stage !== 'encode') await until(async () => (await worker.programs()).length > before || before > 0)
  }
}

/** Completes all waiting stages, like workers. */
export async function finishAll(gateway: TestGateway): Promise<void> {
  for (let claim = await take(gateway, STAGES); claim; claim = await take(gateway, STAGES)) await make(gateway, claim)
}
