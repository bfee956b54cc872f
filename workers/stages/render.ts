import { extname } from 'node:path'
import { reportDone, type StageOutput } from '../../src/stage/report.ts'
import type { Material } from '../engine/engine.ts'
import { fetchMaterial, Unfit } from './material.ts'
import { fetchOutput, objectKey, type StageRun, toInput } from './stage-run.ts'

/**
 * The conditioning for the render. What another kind of engine encoded is encoded again.
 * @throws Unfit if that had context IR, which is charged
 */
async function encodedFor(run: StageRun, material: Material): Promise<string> {
  const { engine, claim, folder, signal } = run
  const output = claim.outputs.encode as StageOutput | undefined
  const { conditioning } = engine.limits
  if (conditioning === undefined || conditioning === output?.conditioning) return fetchOutput(run, 'encode')
  if (output?.contextIrApplied) throw new Unfit('another kind of engine has applied context IR')
  return (await engine.encode({ task: toInput(claim), material, folder }, signal, () => {})).path
}

/** Renders the frames and the sound. */
export async function runRender(run: StageRun): Promise<boolean> {
  const { resources, engine, claim, folder } = run
  const material = await fetchMaterial(run)
  const encoded = await encodedFor(run, material)
  const input = { task: toInput(claim), material, folder, encoded }
  const made = await engine.render(input, run.signal, run.onProgress, run.onPreview)
  const key = objectKey(claim, extname(made.path).slice(1) || 'bin')
  await resources.storage.putFile(key, made.path)
  const counted = await reportDone(resources, claim, { key, accelerated: made.accelerated }, run.taker())
  if (!counted) await resources.storage.remove(key)
  return counted
}
