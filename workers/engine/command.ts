import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineLimits } from '../../src/engine-limits.ts'
import type { Log } from '../../src/lib/log.ts'
import { ask } from './command/ask.ts'
import { outputFile } from './command/output.ts'
import { type Described, type Done, STAGES } from './command/report.ts'
import { type Engine, type Material, PREVIEWS_MAX, type Preview, type Progress, type StageInput } from './engine.ts'
import { EngineFailure } from './failure.ts'
import { materialJson, taskJson, writeRequest } from './wire.ts'

const PROTOCOL = 1

type Stage = (typeof STAGES)[number]
type Command = readonly [program: string, ...rest: string[]]

export interface CommandOptions {
  readonly command: Command
  readonly limits: EngineLimits
  /** Stages of the command; a stage that it answers with `unsupported` is not requested again. */
  readonly stages?: readonly Stage[] | undefined
  /** Packages and upscales if the command does not. */
  readonly embedded: Pick<Engine, 'package' | 'upscale'>
  readonly log: Log
  /** Called with the process group id of every run. */
  readonly onStart?: ((group: number) => void) | undefined
}

/** An executable makes the video: one run for each stage, JSON in, lines of JSON out, files by path (README.md). */
export function commandEngine(options: CommandOptions): Engine {
  const { limits, embedded } = options
  const run = runnerOf(options)
  return {
    name: 'command',
    limits: { ...limits, conditioning: 'command' },

    async encode(input, signal, onProgress) {
      const done = await run('encode', input, { material: input.material }, signal, onProgress)
      const path = done?.path ?? (await writeRequest(input.task, input.folder))
      onProgress(1)
      return { path, contextIrApplied: input.task.useContextIr && done?.context_ir_applied === true }
    },

    async render(input, signal, onProgress, onPreview) {
      const { material, encoded } = input
      const done = await run('render', input, { material, encoded }, signal, onProgress, onPreview)
      if (!done) throw new EngineFailure('the command does not render', { retry: false })
      onProgress(1)
      return { path: done.path, accelerated: done.accelerated === true }
    },

    async upscale(input, signal, onProgress) {
      const { rendered, factor } = input
      const done = await run('upscale', input, { rendered, factor }, signal, onProgress)
      if (!done) return embedded.upscale(input, signal, onProgress)
      onProgress(1)
      return { path: done.path }
    },

    async package(input, signal, onProgress) {
      const done = await run('package', input, { rendered: input.rendered }, signal, onProgress)
      if (!done) return embedded.package(input, signal, onProgress)
      const { path, thumbnail } = done
      const thumbnailPath = thumbnail
        ? await outputFile(input.folder, thumbnail)
        : await thumbnailOf(path, input, embedded, signal)
      onProgress(1)
      return { path, thumbnailPath, watermarked: done.watermarked === true }
    },
  }
}

/** The inputs of a stage besides its task and folder. */
interface Inputs {
  readonly material?: Material
  readonly encoded?: string
  readonly rendered?: string
  readonly factor?: number
}

/** @returns the command's result; null if the command does not run that stage */
type Runner = (
  stage: Stage,
  input: StageInput,
  more: Inputs,
  signal: AbortSignal,
  onProgress: Progress,
  onPreview?: Preview,
) => Promise<Done | null>

function runnerOf(options: CommandOptions): Runner {
  const known = new Set<Stage>(options.stages ?? STAGES)
  return async (stage, { task, folder }, more, signal, onProgress, onPreview) => {
    signal.throwIfAborted()
    if (!known.has(stage)) return null
    const { material, encoded = null, rendered = null, factor = null } = more
    const request = {
      protocol: PROTOCOL,
      stage,
      task: taskJson(task),
      material: material ? materialJson(material) : null,
      inputs: { encoded, rendered },
      folder,
      factor,
    }
    const log = options.log.child({ task: task.taskId, stage })
    let previews = 0
    const preview = (path: string) => {
      const unusable = (err: Error) => log.warn({ err }, 'a preview is left out')
      if (onPreview && previews++ < PREVIEWS_MAX) outputFile(folder, path).then(onPreview, unusable)
    }
    const answer = await ask({ ...options, log }, request, signal, onProgress, preview)
    if ('unsupported' in answer) {
      known.delete(stage)
      return null
    }
    if (!('done' in answer)) throw new EngineFailure('the command described itself instead', { retry: false })
    return { ...answer.done, path: await outputFile(folder, answer.done.path) }
  }
}

async function thumbnailOf(
  rendered: string,
  { task, folder }: StageInput,
  embedded: CommandOptions['embedded'],
  signal: AbortSignal,
): Promise<string> {
  const aside = join(folder, 'thumbnail')
  await mkdir(aside)
  // Without a watermark: the video has that of the command, if any.
  const unmarked = { ...task, ofFinishedWork: true }
  return (await embedded.package({ task: unmarked, folder: aside, rendered }, signal, () => {})).thumbnailPath
}

/** Time limit of `describe`. The worker asks it at its start, so the command must not load a model for it. */
const DESCRIBE_MS = 60_000

/** Asks a command for its limits and stages. @throws EngineFailure */
export async function describeCommand(command: Command, log: Log, timeoutMs = DESCRIBE_MS): Promise<Described> {
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await ask({ command, log }, { protocol: PROTOCOL, describe: true }, signal, () => {})
  if ('describe' in answer) return answer.describe
  throw new EngineFailure('the command does not describe itself', { retry: false })
}
