import { isCleanText } from '../../../../lib/text.ts'
import type { Task } from '../../../../task/task.ts'
import { invalid } from '../../query.ts'

/** The model of tasks whose create names none, and the one that `GET /openai/v1/models` lists. */
export const MODEL = 'vidgate'

/** Longer names are refused. */
const MODEL_MAX = 100

/** The member of a task's metadata that keeps the model of its create. */
const NAME = 'openai_model'

/** Any name is accepted. @throws DomainError 400 invalid_parameter */
export function assertModel(model: unknown): asserts model is string {
  if (typeof model === 'string' && model !== '' && model.length <= MODEL_MAX && isCleanText(model)) return
  throw invalid('model', `must be a name of 1 to ${MODEL_MAX} characters`)
}

/**
 * Metadata with the model.
 * @param metadata raw JSON text of the caller's own, which stays as it is; one that is not an object is left for the create to refuse
 */
export function withModel(metadata: string | undefined, model: string): string {
  const member = `${JSON.stringify(NAME)}:${JSON.stringify(model)}`
  if (metadata === undefined || metadata === 'null') return `{${member}}`
  if (!metadata.startsWith('{')) return metadata
  const members = metadata.slice(1, -1).trim()
  return `{${members}${members && ','}${member}}`
}

/** The model that a task's create named. */
export function modelOf({ metadata }: Pick<Task, 'metadata'>): string {
  if (!metadata?.includes(`"${NAME}"`)) return MODEL
  const { [NAME]: model } = JSON.parse(metadata) as Readonly<Record<string, unknown>>
  return typeof model === 'string' ? model : MODEL
}
