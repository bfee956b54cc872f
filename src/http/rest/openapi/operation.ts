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
  /** A named schema; for other types than JSON an inline schema. */
  readonly schema: z.ZodType | readonly z.ZodType[]
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

/** One operation of the API, for its document. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With `{id}`. */
  readonly path: string
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  /** Scope that its caller needs; 'nothing': no key is needed. */
  readonly need: Need | 'nothing'
  /** Other ways to authenticate, by name of the security scheme. */
  readonly lets?: readonly ('ReadTokenInQuery' | 'SignedLink')[]
  readonly parameters?: readonly Parameter[]
  /** Body of a request, which is required and validated. */
  readonly body?: readonly Content[]
  /** Whether it accepts an Idempotency-Key; 'ignored': the key is validated, but no answer is kept. */
  readonly idempotent?: 'kept' | 'ignored'
  readonly deprecated?: true
  readonly answers: Readonly<Record<number, Answer>>
  /** Its own refusals, by status; `refusals.ts` adds those that follow from the other fields. */
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
