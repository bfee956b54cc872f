import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Size } from '../../src/media/canvas.ts'
import { checkOutput } from '../../src/media/check.ts'
import { FPS } from '../../src/media/frames.ts'
import { markGenerated } from '../../src/media/provenance.ts'
import { reportSucceeded, type StageOutput } from '../../src/stage/report.ts'
import { reportVoid } from '../../src/stage/void.ts'
import { readOutput } from '../../src/task/download.ts'
import { removePreviews } from '../../src/task/objects.ts'
import { nextStage, pipelineOf, scaleOf } from '../../src/task/pipeline.ts'
import type { PackageOutput } from '../engine/engine.ts'
import { type Judged, moderate } from '../moderation.ts'
import { fetchOutput, objectKey, type StageRun, toInput } from './stage-run.ts'

/** The finished file: packaged, checked, stored; then the task succeeds. */
export async function runPackage(run: StageRun): Promise<boolean> {
  const { resources, engine, claim, folder } = run
  const { task } = claim
  const before = pipelineOf(task).find((stage) => nextStage(task, stage) === 'package') ?? 'render'
  const rendered = await fetchOutput(run, before)
  const packed = await engine.package({ task: toInput(claim), folder, rendered }, run.signal, run.onProgress)
  // All finished files pass here, whatever engine made them.
  const made = resources.config.provenance ? { ...packed, ...(await markGenerated(packed, folder)) } : packed
  const scale = scaleOf(task.resolution)
  const picture = { frames: task.frames, width: task.width * scale, height: task.height * scale }
  const { problem, hasAudio } = await checkOutput(made.path, made.thumbnailPath, { ...picture, audio: task.audio })
  if (problem?.of === 'picture') return reportVoid(resources, claim, problem.text)
  if (problem) throw new Error(`the finished file failed its check: ${problem.text}`)
  // Before it is stored: a refused file exists only in this run's folder.
  await moderate(run, 'output', finishedFiles(made, picture))

  const sha256 = createHash('sha256')
  await pipeline(createReadStream(made.path), sha256)
  const key = objectKey(claim, 'mp4')
  const thumbnailKey = objectKey(claim, 'webp')
  const { bytes } = await resources.storage.putFile(key, made.path)
  await resources.storage.putFile(thumbnailKey, made.thumbnailPath)
  const counted = await reportSucceeded(resources, claim, {
    ...picture,
    key,
    thumbnailKey,
    bytes,
    sha256: sha256.digest('hex'),
    hasAudio,
    watermarked: made.watermarked || (await isSourceWatermarked(run)),
  })
  await removeAll(run, counted ? earlierKeys(run) : [key, thumbnailKey])
  if (counted) await removePreviews(resources.storage, task)
  return counted
}

function finishedFiles(made: PackageOutput, { width, height, frames }: Size & { readonly frames: number }): Judged[] {
  const durationMs = Math.round((frames * 1000) / FPS)
  const video = { kind: 'video', contentType: 'video/mp4', path: made.path, width, height, durationMs } as const
  const size = { width: null, height: null, durationMs: null }
  const thumbnail = { kind: 'image', contentType: 'image/webp', path: made.thumbnailPath, ...size } as const
  return [
    { usedAs: ['video'], file: video },
    { usedAs: ['thumbnail'], file: thumbnail },
  ]
}

/** An upscale keeps the watermark of its source; the engine reports only its own (spec 2.1). */
async function isSourceWatermarked({ resources, claim }: StageRun): Promise<boolean> {
  const { sourceTaskId } = claim.task
  return sourceTaskId !== null && ((await readOutput(resources, sourceTaskId))?.watermarked ?? false)
}

/** Outputs of earlier stages are kept until the task ends, so that a lost worker costs only one stage. */
function earlierKeys({ claim }: StageRun): string[] {
  return Object.values(claim.outputs).map((output) => (output as StageOutput).key)
}

async function removeAll({ resources }: StageRun, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => resources.storage.remove(key)))
}
