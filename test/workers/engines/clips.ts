import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { onLaneEnd } from '../../support/lane.ts'
import { calm, ignore, materialOf, taskOf } from '../engine/helpers.ts'

const folders: string[] = []
onLaneEnd(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const made = new Map<number, Promise<string>>()

/** A model server's result: a real video with sound, in the tests' size, rendered once for each number of frames. */
export async function clipOf(frames: number): Promise<string> {
  const clip = made.get(frames) ?? render(frames)
  made.set(frames, clip)
  return clip
}

async function render(frames: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-clip-'))
  folders.push(folder)
  const engine = proceduralEngine({ preset: 'ultrafast' })
  const input = { task: taskOf({ frames }), material: materialOf(), folder }
  const { path: encoded } = await engine.encode(input, calm(), ignore)
  return (await engine.render({ ...input, encoded }, calm(), ignore)).path
}
