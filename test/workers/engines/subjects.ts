import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { EVERYTHING } from '../../../src/engine-limits.ts'
import { commandEngine } from '../../../workers/engine/command.ts'
import type { Engine, Material, TaskInput } from '../../../workers/engine/engine.ts'
import { PACE, type Pace } from '../../../workers/engine/http/pace.ts'
import { httpEngine } from '../../../workers/engine/http.ts'
import { COMMENT } from '../../../workers/engine/procedural/codec/codec.ts'
import { pack } from '../../../workers/engine/procedural/pack.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { PROFILES } from '../../../workers/engine/profiles.ts'
import type { ServerSettings } from '../../../workers/engine/settings.ts'
import { quietCodec } from '../../support/codec.ts'
import { corpus, imageFile, materialOf, untilGone, untilGroupGone } from '../engine/helpers.ts'
import { lightx2vDialect, openaiDialect } from './dialects.ts'
import { type Dialect, type ModelServer, startModelServer } from './model-server.ts'
import { type Expected, endless, type Fault, honest, LIGHTX2V_FAULTS, OPENAI_FAULTS } from './tricks.ts'

/** An engine with its server or command. */
export interface Opened {
  readonly engine: Engine
  /** The part of the task that triggers a fault, if it is in the task. */
  readonly task?: Partial<TaskInput>
  readonly material?: Material
  /** Resolves when a render has started on the other side; absent if its first progress shows that. */
  readonly begun?: Promise<unknown>
  /** Resolves when nothing that it started still runs. */
  quiet(): Promise<unknown>
}

export interface Subject {
  readonly name: string
  open(t: TestContext, fault?: string): Opened | Promise<Opened>
  /** Faults of the other side in a render, with the engine's expected result. */
  readonly faults: Readonly<Record<string, Expected>>
  /** The fault that never ends. */
  readonly endless: string
}

export const log = pino({ level: 'silent' })
const PRESET = 'ultrafast'
/** Packages and upscales like the embedded engine, but in this process: child processes are tested with that engine. */
export const embedded: Engine = {
  ...proceduralEngine({ preset: PRESET }),
  async package({ task, folder, rendered }, signal, onProgress) {
    signal.throwIfAborted()
    const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.webp')]
    const job = {
      rendered,
      output: path,
      thumbnail: thumbnailPath,
      comment: COMMENT,
      picture: Math.floor(task.frames / 3),
    }
    await pack(await quietCodec(), job, onProgress)
    return { path, thumbnailPath, watermarked: false }
  },
  async upscale({ task, folder, rendered, factor }, signal, onProgress) {
    signal.throwIfAborted()
    const path = join(folder, 'upscaled.mp4')
    const settings = { factor, frames: task.frames, preset: PRESET, onProgress }
    await (await quietCodec()).upscale(rendered, path, settings)
    return { path }
  },
}
/** Timeouts as in the product, but shorter polling. */
export const PATIENT: Pace = { ...PACE, poll: 10, again: 10 }

const NEVER_DONE = 'is never done'
const NODE = process.execPath
const EXAMPLE = fileURLToPath(new URL('../../../workers/engine/examples/engine.ts', import.meta.url))
/** A command that misbehaves as its argument selects. */
export const SIDE = fileURLToPath(new URL('./side.sh', import.meta.url))

const procedural: Subject = {
  name: 'procedural',
  open(_, fault) {
    const pids: number[] = []
    const engine = proceduralEngine({
      preset: 'ultrafast',
      onChild: (pid) => {
        pids.push(pid)
        if (fault === 'its process is killed') process.kill(pid, 'SIGKILL')
      },
    })
    const quiet = () => Promise.all(pids.map(untilGone))
    if (fault === 'the start image is damaged') {
      const material = materialOf({ inputImage: imageFile(corpus('page.html-as.png')) })
      return { engine, quiet, task: { mode: 'image_to_video' }, material }
    }
    return { engine, quiet, ...(fault ? { task: { frames: 100_000 } } : {}) }
  },
  faults: {
    'the start image is damaged': { refusal: 'invalid_asset' },
    'its process is killed': { retry: true },
  },
  endless: 'the video is very long',
}

const command: Subject = {
  name: 'command',
  open(_, fault) {
    const groups: number[] = []
    const engine = commandEngine({
      command: fault ? [SIDE, fault] : [NODE, EXAMPLE],
      limits: EVERYTHING,
      stages: ['render'],
      embedded,
      log,
      onStart: (group) => groups.push(group),
    })
    return { engine, quiet: () => Promise.all(groups.map(untilGroupGone)) }
  },
  faults: {
    'refuses the material': { refusal: 'invalid_asset' },
    'refuses the prompt': { refusal: 'content_policy_input' },
    'refuses what it made': { refusal: 'content_policy_output' },
    'refuses for no known reason': { retry: true },
    fails: { retry: true },
    'fails for good': { retry: false },
    'does not render': { retry: false },
    'describes itself': { retry: false },
    'ends without an answer': { retry: true },
    'ends badly': { retry: true },
    'is killed': { retry: true },
    'writes a page': { retry: true },
    'is done with nothing': { retry: true },
    'is done elsewhere': { retry: true },
    'is done above': { retry: true },
    'is done by a link': { retry: true },
    'is done without a file': { retry: true },
    'is done with a folder': { retry: true },
    'is done with an empty file': { retry: true },
    'writes without a line’s end': { retry: true },
  },
  endless: 'goes on for ever',
}

type Faults = Readonly<Record<string, Fault>>

/** The faults' names with the expected results. */
function expectations(faults: Faults): Record<string, Expected> {
  return Object.fromEntries(Object.entries(faults).map(([name, { expected }]) => [name, expected]))
}

/** Every video that a server started was ended there. */
async function quietServer(server: ModelServer): Promise<void> {
  while (server.videos.some(({ deleted }) => !deleted)) await server.deletion()
}

/** Settings of a server with a profile. */
export function serverSettings(profile: string, url: string, wishes: Partial<ServerSettings> = {}): ServerSettings {
  const kind = PROFILES.find(({ name }) => name === profile)?.engine ?? 'openai-video'
  const none = { apiKey: null, model: null, parameters: {}, acceleratedParameters: {}, workflow: null, limits: {} }
  return { kind, profile, url, ...none, sharedFiles: false, ...wishes }
}

export const openaiConfig = (url: string, wishes: Partial<ServerSettings> = {}) =>
  serverSettings('vllm-omni/minimax-h3', url, wishes)

export function serverEngine(settings: ServerSettings, pace: Partial<Pace> = {}): Engine {
  const profile = PROFILES.find(({ name }) => name === settings.profile)
  if (!profile) throw new Error(`there is no profile ${settings.profile}`)
  return httpEngine({
    profile,
    settings,
    embedded,
    ffmpegPath: null,
    preset: PRESET,
    log,
    pace: { ...PATIENT, ...pace },
  })
}

/** An engine with a model server. @param status of an unfinished video, in the server's words */
function ofServer(
  name: string,
  faults: Faults,
  dialect: Dialect,
  status: string,
  on: (url: string, pace?: Partial<Pace>) => Engine,
): Subject {
  return {
    name,
    async open(t, fault = '') {
      const asked = Promise.withResolvers<void>()
      const trick = fault === NEVER_DONE ? endless(status, asked.resolve) : (faults[fault]?.trick ?? honest)
      const server = await startModelServer(t, dialect, trick)
      return { engine: on(server.url, faults[fault]?.pace), begun: asked.promise, quiet: () => quietServer(server) }
    },
    faults: expectations(faults),
    endless: NEVER_DONE,
  }
}

const openai = ofServer('openai-video', OPENAI_FAULTS, openaiDialect, 'in_progress', (url, pace) =>
  serverEngine(openaiConfig(url), pace),
)
const lightx = ofServer('lightx2v', LIGHTX2V_FAULTS, lightx2vDialect, 'processing', (url, pace) =>
  serverEngine(serverSettings('lightx2v/minimax-h3-t2av', url), pace),
)

export const SUBJECTS: readonly Subject[] = [procedural, command, openai, lightx]
