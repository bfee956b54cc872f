import { extname } from 'node:path'
import { reportDone } from '../../src/stage/report.ts'
import { ObjectMissing } from '../../src/storage/storage.ts'
import { readOutput } from '../../src/task/download.ts'
import { scaleOf } from '../../src/task/pipeline.ts'
import { Refusal } from '../engine/engine.ts'
import { fetchObject, fetchOutput, objectKey, type StageRun, toInput } from './stage-run.ts'

/** Upscales the rendered video, or a finished one, by 2 or 3 (docs/rules/material.md#canvas). */
export async function runUpscale(run: StageRun): Promise<boolean> {
  const { resources, engine, claim, folder } = run
  const { task } = claim
  const factor = scaleOf(task.resolution)
  if (factor === 1) throw new Error(`${task.resolution} is not upscaled`)
  const rendered = task.sourceTaskId ? await fetchSource(run, task.sourceTaskId) : await fetchOutput(run, 'render')
  const made = await engine.upscale({ task: toInput(claim), folder, rendered, factor }, run.signal, run.onProgress)
  const key = objectKey(claim, extname(made.path).slice(1) || 'bin')
  await resources.storage.putFile(key, made.path)
  const counted = await reportDone(resources, claim, { key }, run.taker())
  if (!counted) await resources.storage.remove(key)
  return counted
}

async function fetchSource(run: StageRun, sourceTaskId: string): Promise<string> {
  const gone = () => new Refusal('invalid_asset', 'The video to upscale no longer exists.')
  const output = await readOutput(run.resources, sourceTaskId)
  if (!output) throw gone()
  return fetchObject(run, 'source', output.key).catch((error: unknown) => {
    throw error instanceof ObjectMissing ? gone() : error
  })
}
