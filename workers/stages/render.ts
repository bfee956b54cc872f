import { extname } from 'node:path'
import { reportDone } from '../../src/stage/report.ts'
import { fetchMaterial } from './material.ts'
import { fetchOutput, objectKey, type StageRun, toInput } from './stage-run.ts'

/** Renders the frames and the sound. */
export async function runRender(run: StageRun): Promise<boolean> {
  const { resources, engine, claim, folder } = run
  const [material, encoded] = await Promise.all([fetchMaterial(run), fetchOutput(run, 'encode')])
  const input = { task: toInput(claim), material, folder, encoded }
  const made = await engine.render(input, run.signal, run.onProgress)
  const key = objectKey(claim, extname(made.path).slice(1) || 'bin')
  await resources.storage.putFile(key, made.path)
  const counted = await reportDone(resources, claim, { key, accelerated: made.accelerated }, run.taker())
  if (!counted) await resources.storage.remove(key)
  return counted
}
