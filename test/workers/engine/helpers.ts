import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Material, MaterialFile, TaskInput } from '../../../workers/engine/engine.ts'
import { until } from '../../support/until.ts'

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
    ofFinishedWork: false,
    ...wishes,
  }
}

export function materialOf(wishes: Partial<Material> = {}): Material {
  return { inputImage: null, endImage: null, references: [], ...wishes }
}

function fileOf(
  path: string,
  wishes: Pick<MaterialFile, 'kind' | 'contentType'> & Partial<MaterialFile>,
): MaterialFile {
  return { path, width: null, height: null, durationMs: null, hasAudio: false, frames: null, ...wishes }
}

export const imageFile = (path: string) => fileOf(path, { kind: 'image', contentType: 'image/png' })

/** @param frames how many of its frames are used */
export const videoFile = (path: string, frames: number) =>
  fileOf(path, { kind: 'video', contentType: 'video/mp4', durationMs: (frames * 1000) / 24, frames })

export const audioFile = (path: string, durationMs: number) =>
  fileOf(path, { kind: 'audio', contentType: 'audio/wav', durationMs, hasAudio: true })

/** A file of the test corpus. */
export const corpus = (name: string) => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url))

/** A program for FFMPEG_PATH: the replacement for ffmpeg, unless the real one is named. */
export const FFMPEG = process.env['FFMPEG_PATH'] ?? fileURLToPath(new URL('../../ffmpeg/ffmpeg', import.meta.url))

/**
 * Both ways to run FFmpeg, for tests that apply to each. `reads`: whether the way has its own decoders. The replacement for
 * ffmpeg decodes with node-av, so with it one file of a kind shows as much as all of them.
 */
export const CODECS = [
  { name: 'node-av', ffmpegPath: null, reads: true },
  { name: 'ffmpeg', ffmpegPath: FFMPEG, reads: process.env['FFMPEG_PATH'] !== undefined },
] as const

export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-engine-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const calm = () => new AbortController().signal

export const ignore = () => {}

/** A process that has ended, reaped or not. */
async function isGone(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return true
  }
}

/** A process that is not a child sends no exit event. */
export function untilGone(pid: number): Promise<void> {
  return until(() => isGone(pid))
}

/** The same for every process of a group. */
export function untilGroupGone(group: number): Promise<void> {
  return until(async () => (await membersOf(group)) === 0)
}

async function membersOf(group: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const states = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(pgrp) === group && state !== 'Z'
    }),
  )
  return states.filter(Boolean).length
}
