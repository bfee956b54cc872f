import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { TaskInput } from '../../../workers/engine/engine.ts'

export function taskOf(wishes: Partial<TaskInput> = {}): TaskInput {
  return {
    taskId: 'vid_test',
    mode: 'text_to_video',
    prompt: 'a lake at sunset',
    negativePrompt: null,
    seed: 1,
    frames: 22,
    width: 320,
    height: 192,
    audio: true,
    accelerated: false,
    useContextIr: false,
    ...wishes,
  }
}

export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-engine-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const calm = () => new AbortController().signal

export const ignore = () => {}

/** Gone or only waiting to be reaped: a process of which nothing runs any more. */
async function isGone(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return true
  }
}

/** A process that is not our child sends us no exit event, so its entry in /proc is asked again and again. */
export async function untilGone(pid: number): Promise<void> {
  while (!(await isGone(pid))) await new Promise((resolve) => setImmediate(resolve))
}
