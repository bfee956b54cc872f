import { z } from 'zod'
import { PAGE_DEFAULT, PAGE_MAX } from '../../../limits.ts'
import type { Answer, Parameter } from './operation.ts'
import { answerSchema, idOf, kindOf } from './schema.ts'

/** The `{id}` of a path. */
export function idParameter(prefix: string, description: string, example: string): Parameter {
  return { in: 'path', name: 'id', required: true, schema: idOf(prefix, description).meta({ examples: [example] }) }
}

export function query(name: string, schema: z.ZodType): Parameter {
  return { in: 'query', name, schema }
}

export const LIMIT = query(
  'limit',
  z
    .int()
    .min(1)
    .max(PAGE_MAX)
    .default(PAGE_DEFAULT)
    .meta({ description: 'Maximum number of items. A value out of range is refused.' }),
)

/** The `after` of a list. */
export function afterParameter(prefix: string): Parameter {
  return query('after', idOf(prefix, 'The page begins after this item: `last_id` of the page before.'))
}

export const ORDER = query(
  'order',
  z.enum(['asc', 'desc']).default('desc').meta({ description: 'Order by time of creation: `desc` is newest first.' }),
)

/** The list envelope (docs/rules/doors.md#lists). */
export function listSchema<S extends z.ZodType>(id: string, item: S, what: string): z.ZodType {
  return answerSchema(
    id,
    z
      .object({
        object: kindOf('list'),
        data: z.array(item).meta({ description: `The ${what} of this page.` }),
        first_id: z.string().nullable().meta({ description: 'Id of the first item; null if there is none.' }),
        last_id: z.string().nullable().meta({ description: 'Id of the last item: `after` of the next page.' }),
        has_more: z.boolean().meta({ description: 'Whether there is a next page.' }),
      })
      .meta({ description: `A page of ${what}.` }),
  )
}

/** The answer to a deletion. */
export function deletedSchema(id: string, kind: string, prefix: string): z.ZodType {
  return answerSchema(
    id,
    z
      .object({
        id: idOf(prefix, 'Id of the deleted object.'),
        object: kindOf(kind),
        deleted: z.literal(true).meta({ description: 'Always true.' }),
      })
      .meta({ description: 'The object is deleted.' }),
  )
}

/** Headers of the answer to a write that keeps its Idempotency-Key. */
export const REPLAYABLE: Pick<Answer, 'sometimes'> = { sometimes: ['Idempotent-Replayed'] }

/** Explains read tokens in URLs, for a browser's EventSource and `<video>`. */
export const TOKEN_TEXT =
  'A browser that cannot set a header may send a read token as `?token=`. Keys are not accepted there.'
