import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Size } from '../../src/media/canvas.ts'
import type { Material, MaterialFile, TaskInput } from '../../workers/engine/engine.ts'
import type { ServerProfile } from '../../workers/engine/http/api.ts'
import type { ServerSettings } from '../../workers/engine/settings.ts'
import { audioFile, calm, imageFile, videoFile } from '../workers/engine/helpers.ts'
import { requestIn } from '../workers/engines/dialects.ts'
import { serverSettings } from '../workers/engines/subjects.ts'
import { madeClip } from './made.ts'
import type { Request } from './vllm-omni.ts'

export type Faster = ServerSettings['acceleratedParameters']

/** The documented setting of a LoRA for drafts. */
export const LORA = {
  num_inference_steps: 5,
  flow_shift: 6,
  extra_params: { audio_flow_shift: 3 },
  lora: { name: 'turbo', path: '/models/minimax_h3_fl2v_turbo_4step_v1.0_768p_bf16.safetensors', scale: 1 },
}

/** The request of a task with fitted material, as the server reads it. */
export async function requestFor(
  profile: ServerProfile,
  task: TaskInput,
  material: Material,
  acceleratedParameters: Faster = {},
): Promise<Request> {
  const settings = serverSettings(profile.name, 'http://gpu', { acceleratedParameters })
  const order = { task, making: profile.making(task), material, accelerated: task.accelerated }
  const { form } = (await profile.open(settings).order(order, calm())).call
  assert.ok(form)
  const body = Buffer.concat(await form.stream().toArray())
  return requestIn(await new Response(body, { headers: { 'content-type': form.contentType } }).formData())
}

export async function pictureOf(folder: string, { width, height }: Size): Promise<MaterialFile> {
  const path = join(folder, `${width}x${height}.png`)
  await sharp({ create: { width, height, channels: 3, background: '#456' } }).toFile(path)
  return imageFile(path)
}

/** Silence, mono, 8 kHz. */
export async function soundOf(folder: string, seconds: number): Promise<MaterialFile> {
  const path = join(folder, `${seconds}.wav`)
  const bytes = Math.round(seconds * 8000) * 2
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF    WAVEfmt                     data', 'latin1')
  const numbers = [36 + bytes, 16, 1 | (1 << 16), 8000, 16_000, 2 | (16 << 16), bytes]
  for (const [i, at] of [4, 16, 20, 24, 28, 32, 40].entries()) file.writeUInt32LE(numbers[i] ?? 0, at)
  await writeFile(path, file)
  return audioFile(path, seconds * 1000)
}

export async function filmOf(seconds: number, size: Size = { width: 448, height: 256 }): Promise<MaterialFile> {
  const frames = Math.round(seconds * 24)
  const path = await madeClip({ frames, fps: 24, ...size, sound: true })
  return { ...videoFile(path, frames), ...size, hasAudio: true }
}
