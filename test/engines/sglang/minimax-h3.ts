import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Media } from '../../../src/media/media.ts'
import { probeFile } from '../../../src/media/probe.ts'
import type { Made } from '../made.ts'
import { type Judge, Refused } from '../sglang.ts'

/** The partition of the weights that makes each task. */
const PARTITIONS: Readonly<Record<string, 'fl2va' | 'ref2va'>> = { t2va: 'fl2va', fl2va: 'fl2va', ref2va: 'ref2va' }
const RATIOS = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16']
const GUIDANCE = ['guidance_scale', 'guidance_scale_2', 'true_cfg_scale', 'negative_prompt', 'audio_guidance_scale']
const UNSUPPORTED = ['num_frames', 'fps', ...GUIDANCE]
const CONDITION = ['type', 'uri', 'role', 'frame_index', 'start_time_seconds']
const SIGNATURES = ['0', '-1', '0,-1']

type Fields = Readonly<Record<string, unknown>>

/** A server with the weights of one partition of MiniMax H3. It judges JSON as its adapter does. */
export function minimaxH3(partition: 'fl2va' | 'ref2va'): Judge {
  return async ({ fields }) => {
    typesOf(fields)
    const task = taskOf(fields)
    for (const name of UNSUPPORTED) {
      if (given(fields[name])) throw new Refused(`${name} is not supported: MiniMax H3 derives it or has none`)
    }
    for (const name of ['enable_frame_interpolation', 'enable_upscaling', 'enable_teacache']) {
      if (fields[name] === true) throw new Refused(`MiniMax H3 does not support ${name}`)
    }
    const target = targetOf(fields['target'], task)
    const materials = await materialsOf(fields['conditions'], task)
    const made = shapeOf(target, materials)
    return { made: { ...made, fps: 24, sound: true }, fails: failureOf(fields, task, partition) }
  }
}

const given = (value: unknown) => value !== undefined && value !== null

function typesOf(fields: Fields): void {
  const { prompt, seed, num_inference_steps: steps } = fields
  if (typeof prompt !== 'string') throw new Refused('Invalid request body: prompt: Field required')
  if (prompt === '') throw new Refused('prompt must be a non-empty string')
  if (given(seed) && !(Number.isInteger(seed) && Number(seed) >= 0)) throw new Refused('seed must be non-negative')
  if (given(steps) && !(Number.isInteger(steps) && Number(steps) > 0)) {
    throw new Refused('num_inference_steps must be a positive int')
  }
}

function taskOf({ task }: Fields): string {
  if (typeof task === 'string' && PARTITIONS[task]) return task
  throw new Refused(`unsupported MiniMax H3 task ${task}; supported tasks: fl2va, ref2va, t2va`)
}

interface Target {
  readonly edge: number
  readonly ratio: string
  readonly seconds: number
}

function targetOf(target: unknown, task: string): Target {
  const { short_edge: edge, aspect_ratio: ratio, duration_seconds: seconds } = Object(target) as Fields
  if (!Number.isInteger(edge) || Number(edge) <= 0) throw new Refused('target.short_edge must be positive')
  const named = typeof ratio === 'string' && (ratio === 'auto' || RATIOS.includes(ratio))
  // Earlier versions take the canvas of start and end images from them alone.
  if (!named || (task === 'fl2va' && ratio !== 'auto')) throw new Refused(`target.aspect_ratio must not be ${ratio}`)
  if (typeof seconds !== 'number' || seconds < 4 || seconds > 15) {
    throw new Refused(`target.duration_seconds must be in [4, 15], got ${seconds}`)
  }
  return { edge: Number(edge), ratio, seconds }
}

async function materialsOf(conditions: unknown, task: string): Promise<readonly Media[]> {
  if (!Array.isArray(conditions ?? [])) throw new Refused('conditions must be a list')
  const list = (conditions ?? []) as readonly Fields[]
  if (task === 't2va' && list.length > 0) throw new Refused("conditions must be empty for task 't2va'")
  if (task !== 't2va' && list.length === 0) throw new Refused('conditions requires at least one entry')
  for (const [index, condition] of list.entries()) admit(condition, `conditions[${index}]`, task)
  const frames = list.flatMap(({ role, frame_index: frame }) => (role === 'keyframe' ? [frame] : []))
  if ((task === 'fl2va' || frames.length > 0) && !SIGNATURES.includes(frames.join())) {
    throw new Refused('conditions must include ordered keyframes with frame_index [0], [-1], or [0, -1]')
  }
  const materials = await Promise.all(list.map(({ uri, type }) => probed(String(uri), String(type))))
  for (const { kind, width, height } of task === 'ref2va' ? materials : []) {
    const ratio = kind === 'audio' ? 1 : Number(width) / Number(height)
    if (ratio < 1 / 4 || ratio > 4) throw new Refused(`reference ${kind} ratio must be within 1:4 to 4:1`)
  }
  return materials
}

function admit(condition: Fields, path: string, task: string): void {
  const unknown = Object.keys(condition).filter((name) => !CONDITION.includes(name))
  if (unknown.length > 0) throw new Refused(`${path} has unknown fields: ${unknown}`)
  const { role, type, uri, frame_index: frame, start_time_seconds: start } = condition
  const isKeyframe = role === 'keyframe' && type === 'image'
  const isReference = role === 'reference' && task === 'ref2va'
  const isKnown = isReference && ['image', 'video', 'video_audio', 'audio'].includes(String(type))
  if (!isKeyframe && !isKnown) throw new Refused(`${path}: task ${task} does not allow role=${role} type=${type}`)
  if (typeof uri !== 'string' || uri === '') throw new Refused(`${path}.uri must be a non-empty string`)
  if (isKeyframe && !Number.isInteger(frame)) throw new Refused(`${path}.frame_index must be an integer`)
  if (isReference && given(frame)) throw new Refused(`${path}.frame_index is not allowed for role=${role}`)
  if (given(start)) throw new Refused(`${path}.start_time_seconds is not expected`)
}

const known = new Map<string, Promise<Media>>()

/** The media of a data URL; other addresses name files that this server does not have. */
function probed(uri: string, type: string): Promise<Media> {
  const media = known.get(uri) ?? probe(uri)
  known.set(uri, media)
  return media.then((found) => {
    const fits = type === found.kind || (type === 'audio' && found.hasAudio)
    if (!fits) throw new Refused(`MiniMax H3 ${type} material is invalid`)
    return found
  })
}

async function probe(uri: string): Promise<Media> {
  const [, payload] = /^data:[^,]{0,4000};base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? []
  if (payload === undefined) throw new Error(`FileNotFoundError: ${uri.slice(0, 100)}`)
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-sglang-'))
  try {
    const path = join(folder, 'material')
    await writeFile(path, Buffer.from(payload, 'base64'))
    return await probeFile(path)
  } catch {
    throw new Refused('MiniMax H3 media material is invalid')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The least 17k+5 frames, and the canvas: a short edge, at most 768 × 1344 pixels, sides to the nearest multiple of 32. */
function shapeOf(
  { edge, ratio, seconds }: Target,
  [first]: readonly Media[],
): Pick<Made, 'frames' | 'width' | 'height'> {
  const asked = Math.round(seconds * 24)
  const auto = ratio === 'auto' && first ? [Number(first.width), Number(first.height)] : [16, 9]
  const [across = 16, down = 9] = ratio === 'auto' ? auto : ratio.split(':').map(Number)
  const nominal = across >= down ? [(edge * across) / down, edge] : [edge, (edge * down) / across]
  const area = (nominal[0] ?? 0) * (nominal[1] ?? 0)
  const scale = Math.min(1, Math.sqrt((768 * 1344) / area))
  const [width = 0, height = 0] = nominal.map((side) => Math.max(32, Math.round((side * scale) / 32) * 32))
  return { frames: asked + ((((5 - asked) % 17) + 17) % 17), width, height }
}

function failureOf(fields: Fields, task: string, partition: string): string | null {
  if (PARTITIONS[task] !== partition) return `task '${task}' is not served by MiniMax H3 partition '${partition}'`
  if (fields['num_inference_steps'] === 1) return 'MiniMax H3 requires num_inference_steps >= 2'
  return null
}
