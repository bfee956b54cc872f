import { extname } from 'node:path'
import { reportDone } from '../../src/stage/report.ts'
import { judgedMaterial, moderate } from '../moderation.ts'
import { fetchMaterial } from './material.ts'
import { objectKey, type StageRun, toInput } from './stage-run.ts'

/** Turns prompt and material into the conditioning of the model. */
export async function runEncode(run: StageRun): Promise<boolean> {
  const { resources, engine, claim, folder } = run
  const material = await fetchMaterial(run)
  await moderate(run, 'input', judgedMaterial(material))
  const made = await engine.encode({ task: toInput(claim), material, folder }, run.signal, run.onProgress)
  const key = objectKey(claim, extname(made.path).slice(1) || 'bin')
  await resources.storage.putFile(key, made.path)
  const output = { key, contextIrApplied: made.contextIrApplied, conditioning: engine.limits.conditioning }
  const counted = await reportDone(resources, claim, output, run.taker())
  if (!counted) await resources.storage.remove(key)
  return counted
}
