import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { audioFilters, clipOf } from './clip.ts'
import { type Clip, Unreadable, type VideoSettings } from './codec.ts'
import { ended, Failed, inputOf, QUIET } from './ffmpeg-run.ts'
import { MATERIAL, readSource, videoFilters } from './source.ts'

/** The pipe's buffer limits how far ffmpeg writes ahead. */
export async function* decodeVideo(program: string, path: string, settings: VideoSettings): AsyncGenerator<Uint8Array> {
  const source = await readSource(path)
  const { width, height, frames } = settings
  const child = start(program, [
    ...['-noautorotate', ...inputOf(path, MATERIAL), '-map', `0:v:i:${source.id}`],
    ...['-vf', videoFilters(source, settings), '-frames:v', String(frames), '-f', 'rawvideo', 'pipe:1'],
  ])
  const end = readable(ended(child))
  // Awaited once the pipe is read; a rejection before that would count as unhandled.
  end.catch(() => {})
  try {
    yield* cut(child.stdout, (width * height * 3) / 2)
    await end
  } finally {
    child.kill('SIGKILL')
  }
}

export async function decodeAudio(program: string, path: string, samples: number): Promise<Clip> {
  const filters = ['-map', '0:a:0', '-af', audioFilters(samples), '-f', 'f32le', 'pipe:1']
  const child = start(program, [...inputOf(path, MATERIAL), ...filters])
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await readable(ended(child))
  return clipOf(parts, samples)
}

function start(program: string, args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(program, [...QUIET, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** If ffmpeg ended by itself, the file is the cause. */
async function readable(end: Promise<void>): Promise<void> {
  try {
    await end
  } catch (error) {
    throw error instanceof Failed && error.code !== null ? new Unreadable(error.message) : error
  }
}

async function* cut(bytes: Readable, size: number): AsyncGenerator<Uint8Array> {
  let picture = new Uint8Array(size)
  let filled = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + size - filled)
      picture.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < size) continue
      yield picture
      picture = new Uint8Array(size)
      filled = 0
    }
  }
}
