import { ERROR_CODES, errorType } from '../../../errors.ts'
import type { HeaderName } from './headers.ts'
import { always, anyObject, bool, choice, idOf, type JsonSchema, list, named, object, orNull, text } from './schema.ts'

export interface Content {
  readonly type: string
  /** Several: an answer has one of them, a body fits at least one. */
  readonly schema: JsonSchema | readonly JsonSchema[]
  /** By name. */
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly description: string
  /** Missing if there is no body. */
  readonly content?: readonly Content[]
  /** Headers that every such answer has, in addition to those of all answers. */
  readonly headers?: readonly HeaderName[]
  /** Headers that such an answer may have. */
  readonly sometimes?: readonly HeaderName[]
}

export const JSON_TYPE = 'application/json'

/** An answer in JSON. */
export function jsonAnswer(
  description: string,
  schema: Content['schema'],
  examples: Readonly<Record<string, unknown>>,
  headers: Pick<Answer, 'headers' | 'sometimes'> = {},
): Answer {
  return { description, content: [{ type: JSON_TYPE, schema, examples }], ...headers }
}

/** The list envelope (docs/rules/doors.md#lists). */
export function listSchema(name: string, item: JsonSchema, what: string): JsonSchema {
  const properties = {
    object: always('list'),
    data: list(item, `The ${what} of this page.`),
    first_id: orNull(text('Id of the first item; null if there is none.')),
    last_id: orNull(text('Id of the last item: `after` of the next page.')),
    has_more: bool('Whether there is a next page.'),
  }
  return named(name, object(`A page of ${what}.`, properties))
}

/** A page of a list that has one item. */
export function pageOf<T extends { readonly id: string }>(item: T): Record<string, unknown> {
  return { object: 'list', data: [item], first_id: item.id, last_id: item.id, has_more: false }
}

/** The answer of a list. */
export function listAnswer(name: string, schema: JsonSchema, what: string, example: { readonly id: string }): Answer {
  return jsonAnswer('A page.', listSchema(name, schema, what), { page: pageOf(example) })
}

/** The answer to a deletion: what was deleted, in the words of the description. */
export function deletionAnswer(
  name: string,
  kind: string,
  id: string,
  { what = 'object', done = 'deleted' } = {},
): Answer {
  const [prefix = ''] = id.split('_')
  const properties = {
    id: idOf(prefix, 'Id of the deleted object.'),
    object: always(kind),
    deleted: always(true, 'Always true.'),
  }
  const schema = named(name, object('The object is deleted.', properties))
  return jsonAnswer(`The ${what} is ${done}.`, schema, { [done]: { id, object: kind, deleted: true } })
}

/** The error object (docs/rules/doors.md#errors): the body of a refusal, or part of a partial answer. */
export const ErrorObject = named(
  'Error',
  object(
    'What was refused, and why.',
    {
      type: choice(
        [...new Set([400, 401, 402, 403, 429, 500].map(errorType))],
        'Category; it follows from the status.',
      ),
      code: choice(ERROR_CODES, 'What happened, for programs. The error catalogue explains each code.'),
      message: text('What happened, for people. It may change: do not parse it.'),
      param: orNull(text('The invalid parameter, down to the item: `references[2]`, `API-Version`.')),
      request_id: idOf('req', 'The same as `X-Request-Id`.'),
      details: anyObject('Further values of some codes, such as `available_micro` of `insufficient_balance`.'),
    },
    ['details'],
  ),
)
