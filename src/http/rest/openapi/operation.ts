import type { z } from 'zod'
import type { ErrorCode } from '../../../errors.ts'
import type { Need } from '../../../key/caller.ts'
import type { HeaderName } from './headers.ts'

export type Tag = 'Videos' | 'Upscaling' | 'Files' | 'Prompts' | 'Credits' | 'Webhooks' | 'Keys' | 'Account' | 'API'

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  /** With a description. */
  readonly schema: z.ZodType
  readonly required?: true
  readonly deprecated?: true
}

export interface Content {
  readonly type: string
  /** A named schema; of what is no JSON, a schema of its own. */
  readonly schema: z.ZodType | readonly z.ZodType[]
  /** By name. */
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly description: string
  /** None: no body. */
  readonly content?: readonly Content[]
  /** Headers that every such answer has, beside those of all. */
  readonly headers?: readonly HeaderName[]
  /** Headers that it may have. */
  readonly sometimes?: readonly HeaderName[]
}

/** One operation of the API, as its document tells of it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With `{id}`. */
  readonly path: string
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  /** What its caller needs; 'nothing': not even a key. */
  readonly need: Need | 'nothing'
  /** Other ways to be let in, by name of the security scheme. */
  readonly lets?: readonly ('ReadTokenInQuery' | 'SignedLink')[]
  readonly parameters?: readonly Parameter[]
  /** Of a request: what it holds is needed, and is refused where it is wrong. */
  readonly body?: readonly Content[]
  /** Whether it takes an Idempotency-Key; 'ignored': it is looked at and keeps nothing. */
  readonly idempotent?: 'kept' | 'ignored'
  readonly deprecated?: true
  readonly answers: Readonly<Record<number, Answer>>
  /** Refusals of its own, by status; `refusals.ts` adds those that follow from the rest. */
  readonly refusals?: Readonly<Record<number, readonly ErrorCode[]>>
}

/** The types of a JSON body. */
export const JSON_TYPE = 'application/json'

/** A JSON answer of one schema. */
export function jsonContent(
  schema: Content['schema'],
  examples: Readonly<Record<string, unknown>>,
): readonly Content[] {
  return [{ type: JSON_TYPE, schema, examples }]
}
