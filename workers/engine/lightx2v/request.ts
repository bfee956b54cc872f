import { readFile } from 'node:fs/promises'
import { ConfigError } from '../../../src/config.ts'
import type { Material, MaterialFile } from '../engine.ts'
import { EngineFailure } from '../failure.ts'
import type { Order } from '../http/api.ts'
import type { Json } from '../http/call.ts'
import { countingSoundtracks } from '../http/making.ts'
import type { ServerSettings } from '../settings.ts'

/** The material that a server uses, by its `--task`; it ignores all other material without an error. */
const USES = {
  t2av: [],
  i2av: ['image_path'],
  l2av: ['last_frame_path'],
  fl2av: ['image_path', 'last_frame_path'],
  ref2av: ['image_path', 'video_path', 'audio_path'],
  t2v: [],
  i2v: ['image_path'],
  flf2v: ['image_path', 'last_frame_path'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** `--task` of a server. */
export type ServerTask = keyof typeof USES

/** Parameters whose value a server forgets after a task. */
const FORGOTTEN = ['lora_name', 'lora_strength', 'negative_prompt', 'resize_mode']

/** @throws ConfigError if the server would fail, or would use a parameter for the wrong tasks */
export function assertSettings(settings: ServerSettings, serverTask: ServerTask): void {
  const { profile, sharedFiles, parameters, acceleratedParameters } = settings
  if (!sharedFiles && USES[serverTask].some((field) => field !== 'image_path')) {
    const why = 'the server opens end images and references by path'
    const how = 'Put TMPDIR on a file system that it can open under the same path'
    throw new ConfigError(`ENGINE_SHARED_FILES: must be true for ${profile}, because ${why}. ${how}.`)
  }
  const faster = new Set(Object.values(acceleratedParameters).flatMap((each) => Object.keys(each)))
  const kept = [...faster].filter((name) => !FORGOTTEN.includes(name) && !(name in parameters))
  if (kept.length === 0) return
  const why = 'a LightX2V server keeps a parameter for all later tasks'
  throw new ConfigError(`ENGINE_PARAMETERS: must set ${kept.join(', ')} if ENGINE_ACCELERATED_PARAMETERS does: ${why}.`)
}

/**
 * The body of a create. A server keeps one record of inputs for its whole life and changes only the fields that a request
 * contains, so every request contains all fields for material.
 */
export async function requestOf(
  { parameters, acceleratedParameters, sharedFiles }: ServerSettings,
  serverTask: ServerTask,
  { task, making, material, accelerated }: Order,
  id: string,
): Promise<Json> {
  const files = filesOf(material)
  assertUsed(files, serverTask)
  return {
    negative_prompt: '',
    // The size by the ratio of the image and the area of the server's configuration, instead of a list of sizes.
    ...(serverTask === 'i2v' || serverTask === 'flf2v' ? { resize_mode: null } : {}),
    ...parameters,
    ...(accelerated ? acceleratedParameters[task.mode] : {}),
    // Promised to callers: no parameter changes it.
    task_id: id,
    prompt: countingSoundtracks(task.prompt, material.references),
    ...(task.negativePrompt === null ? {} : { negative_prompt: task.negativePrompt }),
    seed: task.seed,
    target_video_length: making.frames,
    target_shape: [making.height, making.width],
    ...(sharedFiles ? pathsOf(files) : await inlineOf(files)),
  }
}

type Files = Readonly<Record<string, readonly MaterialFile[]>>

/** All fields for material. */
function filesOf({ inputImage, endImage, references }: Material): Files {
  const kind = (kind: MaterialFile['kind']) => references.filter((file) => file.kind === kind)
  return {
    image_path: inputImage ? [inputImage] : kind('image'),
    image_mask_path: [],
    last_frame_path: endImage ? [endImage] : [],
    video_path: kind('video'),
    audio_path: kind('audio'),
  }
}

/** Limits of the operator may allow more than the server does. */
function assertUsed(files: Files, serverTask: ServerTask): void {
  const used: readonly string[] = USES[serverTask]
  const ignored = Object.keys(files).filter((field) => !used.includes(field) && files[field]?.length)
  if (ignored.length === 0) return
  const why = `a server with --task ${serverTask} ignores ${ignored.join(', ')}: correct ENGINE_LIMITS or ENGINE_PROFILE`
  throw new EngineFailure(why, { retry: false })
}

/** Lists are comma-separated strings. */
function pathsOf(files: Files): Json {
  if (Object.values(files).some((list) => list.some(({ path }) => path.includes(',')))) {
    throw new EngineFailure('LightX2V cannot open paths with a comma: set TMPDIR to a path without one', {
      retry: false,
    })
  }
  return Object.fromEntries(Object.entries(files).map(([name, list]) => [name, list.map(({ path }) => path).join(',')]))
}

/** Base64 of the start image. */
async function inlineOf(files: Files): Promise<Json> {
  const texts = Object.entries(files).map(async ([name, [file]]) => [
    name,
    file ? await readFile(file.path, 'base64') : '',
  ])
  return Object.fromEntries(await Promise.all(texts))
}
