import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { ModerationConfig } from '../src/content-variables.ts'
import { type Moderated, probes } from '../src/lib/probe.ts'
import type { Task } from '../src/task/task.ts'
import type { Material, MaterialFile } from './engine/engine.ts'
import { EngineFailure, refusal } from './engine/failure.ts'
import { askJson, ServerFault } from './engine/http/call.ts'
import { formOf } from './engine/http/form.ts'
import type { StageRun } from './stages/stage-run.ts'

/** The answer of the service (docs/operating/moderation.md#answer). */
const Answer = z.object({ verdict: z.enum(['allow', 'refuse']), detail: z.string().nullish() })
type Answer = z.infer<typeof Answer>

const ANSWER_MAX_BYTES = 64 * 1024

/** Requests of a question whose answer may be left out: a connection that broke meanwhile is not an answer. */
const TRIES = 3
const PAUSE_MS = 500
const PAUSE_MAX_MS = 5000

/** The service did not answer, and its verdict is needed. */
export class ModerationFailure extends EngineFailure {
  constructor(cause: unknown) {
    super(`the moderation service did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      retry: true,
      cause,
    })
  }
}

/** A file that the service judges. */
export interface Judged {
  readonly usedAs: readonly ('input_image' | 'end_image' | 'reference' | 'video' | 'thumbnail')[]
  readonly file: Pick<MaterialFile, 'kind' | 'path' | 'contentType' | 'width' | 'height' | 'durationMs'>
}

/** A task's material, each file once, in the order of the request. */
export function judgedMaterial({ inputImage, endImage, references }: Material): Judged[] {
  const uses = [
    ...(inputImage ? [{ as: 'input_image', file: inputImage } as const] : []),
    ...(endImage ? [{ as: 'end_image', file: endImage } as const] : []),
    ...references.map((file) => ({ as: 'reference', file }) as const),
  ]
  return [...Map.groupBy(uses, ({ file }) => file).entries()].map(([file, each]) => ({
    usedAs: each.map(({ as }) => as),
    file,
  }))
}

/**
 * Asks the operator's service, if there is one, whether the policy allows the input or the output of a task
 * (docs/rules/tasks.md#moderation, docs/decisions/media.md#moderation).
 * @throws Refusal if it does not; ModerationFailure if there is no answer and the configuration refuses then
 */
export async function moderate(run: StageRun, of: Moderated['of'], files: readonly Judged[]): Promise<void> {
  const { config, log } = run.resources
  const { moderation } = config
  if (!moderation) return
  const started = performance.now()
  const publish = (outcome: Moderated['outcome']) =>
    probes.moderated.publish({ of, outcome, seconds: (performance.now() - started) / 1000 } satisfies Moderated)
  let answer: Answer
  try {
    answer = await ask(moderation, run, requestOf(of, run.claim.task, files), files)
  } catch (error) {
    // A run that was stopped has asked in vain.
    run.signal.throwIfAborted()
    publish('unavailable')
    if (moderation.unavailable === 'refuse') throw new ModerationFailure(error)
    log.warn({ err: error, task: run.claim.taskId, of }, 'the moderation service did not answer; the task continues')
    return
  }
  publish(answer.verdict === 'allow' ? 'allowed' : 'refused')
  if (answer.verdict === 'refuse') throw refusal(`content_policy_${of}`, answer.detail ?? '')
}

/** Repeats a question that did not reach the service: until the time limit if the answer is needed. */
async function ask(
  { url, secret, unavailable, timeoutMs }: ModerationConfig,
  run: StageRun,
  request: object,
  files: readonly Judged[],
): Promise<Answer> {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(timeoutMs)])
  const { origin, pathname, search } = new URL(url)
  const form = formOf(
    { request: JSON.stringify(request) },
    files.map(({ file }, index) => ({ field: partOf(index), file })),
  )
  const call = { method: 'POST', path: pathname + search, form, maxBytes: ANSWER_MAX_BYTES, signal } as const
  for (let number = 1; ; number++) {
    try {
      return Answer.parse(await askJson({ url: origin, apiKey: secret }, call))
    } catch (error) {
      const again = error instanceof ServerFault && (error.kind === 'away' || error.kind === 'busy')
      if (signal.aborted || !again || (unavailable === 'allow' && number === TRIES)) throw error
      await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (number - 1)), undefined, { signal }).catch(() => {})
      if (signal.aborted) throw error
    }
  }
}

const partOf = (index: number) => `file_${index + 1}`

/** The JSON of a question, in the words of the public interface. */
function requestOf(of: Moderated['of'], task: Task, files: readonly Judged[]): object {
  return {
    type: of,
    task: {
      id: task.id,
      account_id: task.accountId,
      source_task_id: task.sourceTaskId,
      mode: task.mode,
      prompt: task.prompt,
      negative_prompt: task.negativePrompt,
      duration: task.durationMs / 1000,
      resolution: task.resolution,
      aspect_ratio: task.aspectRatio,
      audio: task.audio,
    },
    files: files.map(({ usedAs, file }, index) => ({
      part: partOf(index),
      used_as: usedAs,
      kind: file.kind,
      content_type: file.contentType,
      width: file.width,
      height: file.height,
      duration: file.durationMs === null ? null : file.durationMs / 1000,
    })),
  }
}
