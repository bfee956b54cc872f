import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { MODES, type Mode } from '../../src/engine-limits.ts'
import { CANVASES } from '../../src/media/canvas.ts'
import type { Material, MaterialFile, TaskInput } from '../../workers/engine/engine.ts'
import type { ServerProfile } from '../../workers/engine/http/api.ts'
import { LIGHTX2V } from '../../workers/engine/lightx2v/profiles.ts'
import type { Random } from '../../workers/engine/procedural/pixels/random.ts'
import type { ServerSettings } from '../../workers/engine/settings.ts'
import { onLaneEnd } from '../support/lane.ts'
import { audioFile, calm, corpus, imageFile, materialOf, taskOf, videoFile } from '../workers/engine/helpers.ts'
import { serverSettings } from '../workers/engines/subjects.ts'
import type { Inputs, ServerTask } from './lightx2v-models.ts'

const folder = await mkdtemp(join(tmpdir(), 'vidgate-lightx2v-'))
onLaneEnd(() => rm(folder, { recursive: true, force: true }))

/** A small image with the ratio of a canvas; the colour makes it another file. */
export async function imageOf(
  { width, height }: { width: number; height: number },
  colour: string,
): Promise<MaterialFile> {
  const path = join(folder, `${width}x${height}-${colour}.png`)
  const size = { width: Math.round(width / 32), height: Math.round(height / 32) }
  await sharp({ create: { ...size, channels: 3, background: colour } }).toFile(path)
  return { ...imageFile(path), ...size }
}

const COLOURS = ['red', 'green', 'blue', 'gray', 'white', 'black']
export const IMAGES = await Promise.all(COLOURS.map((colour) => imageOf(CANVASES['1:1'], colour)))
export const SOUNDTRACKS = ['moov-at-end.mp4', 'rotated-90.mp4'].map((name) => ({
  ...videoFile(corpus(name), 73),
  hasAudio: true,
}))
export const SILENT = videoFile(corpus('video-only.mov'), 39)
export const SOUNDS = ['cbr-info.mp3', 'extensible-24bit.wav', 'exactly-15s.mp3'].map((name) =>
  audioFile(corpus(name), 1000),
)
export const [image, other] = [IMAGES[0], IMAGES[1]] as [MaterialFile, MaterialFile]

export const modeOf = ({ limits }: ServerProfile): Mode => MODES.find((mode) => limits.modes[mode]) ?? 'text_to_video'
export const limitsOf = (profile: ServerProfile) => profile.limits.modes[modeOf(profile)]
export const serverTaskOf = ({ name }: ServerProfile) => name.slice(name.lastIndexOf('-') + 1) as ServerTask
export const profileOf = (task: ServerTask) =>
  LIGHTX2V.find((profile) => serverTaskOf(profile) === task) as ServerProfile

/** The body of a create. */
export async function bodyOf(
  profile: ServerProfile,
  material: Material,
  wishes: { task?: Partial<TaskInput>; settings?: Partial<ServerSettings> } = {},
) {
  const task = taskOf({ mode: modeOf(profile), frames: 124, ...wishes.task })
  const settings = serverSettings(profile.name, 'http://127.0.0.1:9', { sharedFiles: true, ...wishes.settings })
  const making = profile.making(task)
  const { call } = await profile.open(settings).order({ task, making, material, accelerated: task.accelerated }, calm())
  return { task, making, body: call.json as Inputs }
}

/** Material of a task for this server, chosen by `random`. */
export function materialFor(profile: ServerProfile, random: Random): Material {
  const one = () => random.pick([image, ...IMAGES])
  const some = (files: readonly MaterialFile[], most: number) => files.slice(0, random.below(most + 1))
  switch (limitsOf(profile)?.ends?.[0]) {
    case 'start':
      return materialOf({ inputImage: one() })
    case 'end':
      return materialOf({ endImage: one() })
    case 'both':
      return materialOf({ inputImage: one(), endImage: one() })
  }
  if (modeOf(profile) === 'text_to_video') return materialOf()
  const seen = random.chance(0.5)
    ? [one(), ...some(IMAGES, 3)]
    : [random.pick([SILENT, ...SOUNDTRACKS]), ...some(IMAGES, 2)]
  const references = [...some(SOUNDS, 2), ...seen].toSorted(() => random.range(-1, 1))
  return materialOf({ references })
}

const digestOf = async ({ path }: MaterialFile) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** The digests of material by the server's fields, without empty ones. */
export async function digestsOf({ inputImage, endImage, references }: Material) {
  const kind = (kind: MaterialFile['kind']) => references.filter((file) => file.kind === kind)
  const files = {
    image_path: inputImage ? [inputImage] : kind('image'),
    last_frame_path: endImage ? [endImage] : [],
    video_path: kind('video'),
    audio_path: kind('audio'),
  }
  const named = Object.entries(files).filter(([, list]) => list.length > 0)
  return Object.fromEntries(
    await Promise.all(named.map(async ([name, list]) => [name, await Promise.all(list.map(digestOf))])),
  )
}

export const usedBy = ({ used }: { used: Readonly<Record<string, readonly string[]>> }) =>
  Object.fromEntries(Object.entries(used).filter(([, list]) => list.length > 0))
