import { startLoop } from '../src/lib/loop.ts'
import { probes, type RunOver } from '../src/lib/probe.ts'
import { failActive, note } from '../src/lib/trace.ts'
import { BEAT_MS } from '../src/limits.ts'
import type { Stage } from '../src/queue/catalog.ts'
import type { Resources } from '../src/resources.ts'
import { beat } from '../src/stage/beat.ts'
import type { Claim, Taker } from '../src/stage/claim.ts'
import { type Failure, handBack, reportFailed, reportRejected } from '../src/stage/report.ts'
import { profileOf } from '../src/task/engines.ts'
import { type Engine, Refusal } from './engine/engine.ts'
import { EngineFailure } from './engine/failure.ts'
import { openRunFolder, type RunFolder } from './folder.ts'
import { ModerationFailure } from './moderation.ts'
import { openPreviews } from './previews.ts'
import { runEncode } from './stages/encode.ts'
import { Unfit } from './stages/material.ts'
import { runPackage } from './stages/package.ts'
import { runRender } from './stages/render.ts'
import type { StageRun } from './stages/stage-run.ts'
import { namingFailures, StorageFailure } from './stages/storage.ts'
import { runUpscale } from './stages/upscale.ts'
import { inStageSpan } from './traced.ts'

const RUN: Readonly<Record<Stage, (run: StageRun) => Promise<boolean>>> = {
  encode: runEncode,
  render: runRender,
  upscale: runUpscale,
  package: runPackage,
}

const MINUTE_MS = 60_000

/** A run that exceeds its limit is an error that counts (docs/decisions/dispatch.md#failures-and-losses). */
const RUN_LIMIT_MS: Readonly<Record<Stage, number>> = {
  encode: 5 * MINUTE_MS,
  render: 60 * MINUTE_MS,
  upscale: 60 * MINUTE_MS,
  package: 10 * MINUTE_MS,
}

/** How long to wait for a run to stop after its abort (the engine port allows two seconds). */
const STOP_MS = 2500

/** Why a run was stopped from outside. */
type Stop = 'not ours' | 'stopping' | 'too long'

class Stopped extends Error {
  readonly stop: Stop
  constructor(stop: Stop) {
    super(`the run was stopped: ${stop}`)
    this.stop = stop
  }
}

/** What a worker claims with a report. */
export type Takes = Pick<Taker, 'stages' | 'serves'>

/**
 * Runs one claimed stage to its report. It beats while it runs and stops as soon as it no longer owns the attempt.
 * @param takes what the worker claims next, with the report; null if nothing
 * @param onUnfit called when the engine cannot make the task, which is handed back
 * @returns the next claim, if the report took one
 */
export function runStage(
  resources: Resources,
  engine: Engine,
  claim: Claim,
  stopping: AbortSignal,
  takes: () => Takes | null = () => null,
  onUnfit: () => void = () => {},
): Promise<Claim | null> {
  return inStageSpan(claim, engine, (used) => runClaimed(resources, used, claim, stopping, takes, onUnfit))
}

async function runClaimed(
  resources: Resources,
  engine: Engine,
  claim: Claim,
  stopping: AbortSignal,
  takes: () => Takes | null,
  onUnfit: () => void,
): Promise<Claim | null> {
  const log = resources.log.child({ task: claim.taskId, stage: claim.stage, attempt: claim.number })
  const controller = new AbortController()
  const stop = (why: Stop) => controller.abort(new Stopped(why))
  const onStopping = () => stop('stopping')
  if (stopping.aborted) onStopping()
  stopping.addEventListener('abort', onStopping)
  const limit = setTimeout(() => stop('too long'), RUN_LIMIT_MS[claim.stage])

  const previews = openPreviews(resources, claim)
  let fraction = 0
  // The claim was the first sign of life, and a short stage needs no other.
  let isClaimed = true
  const beats = startLoop('beat', BEAT_MS, log, async () => {
    if (!isClaimed && !(await previews.report((preview) => beat(resources, claim, fraction, preview)))) stop('not ours')
    isClaimed = false
  })
  let next: Claim | null = null
  let isOver = false
  const take = (taken: Claim) => {
    // The report of a run that was given up.
    if (isOver)
      handBack(resources, taken).catch((error: Error) => log.warn({ err: error }, 'could not hand back a claim'))
    else next = taken
  }
  const taker = () => {
    const open = controller.signal.aborted ? null : takes()
    return open && { ...open, take }
  }
  let folder: RunFolder | null = null
  const started = performance.now()
  const { stage } = claim
  let outcome: RunOver['outcome'] = 'unreported'
  probes.runBegun.publish({ stage })
  try {
    folder = await openRunFolder()
    const onProgress = (value: number) => {
      fraction = Math.max(fraction, value)
    }
    const work = { engine, claim, folder: folder.path, signal: controller.signal, onProgress, taker }
    const report = RUN[stage]({ ...work, onPreview: previews.take, resources: withNamedFailures(resources) })
    const counted = await Promise.race([report, outlasting(controller.signal)])
    outcome = counted ? 'done' : 'dropped'
    log.info({ counted, ms: Math.round(performance.now() - started) }, 'stage reported')
  } catch (error) {
    // The reason of the abort counts, whatever error the engine throws for it.
    const reason = controller.signal.aborted ? controller.signal.reason : error
    if (reason instanceof Unfit) onUnfit()
    outcome = await reportError(resources, claim, reason, { log, profile: profileOf(engine.limits) })
  } finally {
    clearTimeout(limit)
    stopping.removeEventListener('abort', onStopping)
    await beats.close()
    await previews.close(outcome === 'done')
    // A folder that is left is removed later; an error here would lose the next claim.
    await folder?.remove().catch((error: Error) => log.warn({ err: error }, 'could not remove the folder of a run'))
    isOver = true
    probes.runOver.publish({ stage, outcome } satisfies RunOver)
    note('vidgate.outcome', outcome)
    if (outcome === 'unreported') failActive(outcome)
  }
  return next
}

function withNamedFailures(resources: Resources): Resources {
  return { ...resources, storage: namingFailures(resources.storage) }
}

/** Rejects some time after the abort: a hanging run must not keep its attempt alive or its worker busy. */
function outlasting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const wait = () => setTimeout(() => reject(signal.reason), STOP_MS).unref()
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
  })
}

async function reportError(
  resources: Resources,
  claim: Claim,
  error: unknown,
  { log, profile }: Pick<Resources, 'log'> & { readonly profile: string },
): Promise<RunOver['outcome']> {
  if (error instanceof Unfit) {
    log.info({ why: error.message }, 'stage handed back: this engine cannot make the task')
    await handBack(resources, claim, profile)
    return 'returned'
  }
  if (error instanceof Stopped && error.stop === 'not ours') {
    log.info('stage given up: this worker no longer owns the attempt')
    return 'dropped'
  }
  if (error instanceof Stopped && error.stop === 'stopping') {
    log.info('stage handed back')
    await handBack(resources, claim)
    return 'returned'
  }
  log.warn({ err: error }, 'stage failed')
  const failure = toFailure(error)
  failActive(failure.reason)
  if (error instanceof Refusal && error.rejected) await reportRejected(resources, claim, failure)
  else await reportFailed(resources, claim, failure)
  return 'failed'
}

/** The message of an error for callers; its own text is for the operator only. */
function toFailure(error: unknown): Failure {
  const cause = error instanceof Error ? error.message : String(error)
  if (error instanceof Refusal) return { reason: error.reason, detail: error.detail, cause, retry: false }
  if (error instanceof Stopped) {
    return { reason: 'processing_timeout', detail: 'Generating the video took too long.', cause, retry: true }
  }
  if (error instanceof StorageFailure) {
    return {
      reason: 'storage_error',
      detail: 'The files of this video could not be read or stored.',
      cause,
      retry: true,
    }
  }
  if (error instanceof ModerationFailure) {
    const detail = 'The content of this video could not be checked. Create the task again later.'
    return { reason: 'internal_error', detail, cause, retry: true }
  }
  const retry = !(error instanceof EngineFailure) || error.retry
  return { reason: 'generation_error', detail: 'The video could not be generated.', cause, retry }
}
