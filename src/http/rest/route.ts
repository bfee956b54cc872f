import type { Standing } from '../../admission/rate.ts'
import { DomainError, type ErrorCode } from '../../errors.ts'
import type { Caller, Need, Scope } from '../../key/caller.ts'
import { EARLIER_VERSION, isEarlier } from '../../key/version.ts'
import type { Rooms } from '../../rooms.ts'
import { asCreator, authorizationOf, callerOf } from '../caller.ts'
import type { Body } from './body.ts'
import type { RestContext } from './context.ts'
import { markDeprecated, unmarkDeprecated } from './deprecation.ts'
import type { Answer } from './openapi/answer.ts'
import type { REQUEST_HEADERS } from './openapi/headers.ts'
import { idOf, type JsonSchema } from './openapi/schema.ts'
import { type Parameter, queryOf } from './query.ts'

export type Tag = 'Videos' | 'Upscaling' | 'Files' | 'Prompts' | 'Credits' | 'Webhooks' | 'Keys' | 'Account' | 'API'
export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]
export type Parameters = Readonly<Record<string, Parameter>>

/** The `{id}` of a path. */
export interface PathId {
  readonly prefix: string
  readonly schema: JsonSchema
  /** The code of the refusal if there is no such object. */
  readonly unknown: ErrorCode
  /** @throws DomainError if the id cannot be one */
  read(given: string): string
}

export function pathId(
  example: string,
  description: string,
  unknown: ErrorCode,
  read = (given: string) => given,
): PathId {
  const [prefix = ''] = example.split('_')
  return { prefix, schema: { ...idOf(prefix, description), examples: [example] }, unknown, read }
}

/** What a handler receives, read and checked as declared. */
export interface Call<Q extends Parameters, B, N> {
  readonly rooms: Rooms
  readonly c: RestContext
  readonly caller: N extends 'nothing' ? null : Caller
  readonly query: { readonly [Name in keyof Q]: Q[Name] extends Parameter<infer T> ? T : never }
  readonly id: string
  readonly body: B
  readonly idempotencyKey: string | null
  /** Takes the standing of a create once it is counted. */
  readonly rated: (standing: Standing) => void
}

/** How a request is served: its checks, in the order in which they are made, and its handler. */
export interface Serving<Q extends Parameters, B, N> {
  /** Scope that its caller needs; 'nothing': no key is needed. */
  readonly need: N
  /** Other ways to authenticate, by name of the security scheme. */
  readonly lets?: readonly ('ReadTokenInQuery' | 'SignedLink')[]
  /** 'create': it costs a create, not a call. */
  readonly costs?: N extends Scope ? 'create' : never
  /** 'current': the earlier version has no such route. */
  readonly version?: 'current'
  /** Legacy: it answers with the headers of a deprecation, but not in the earlier version. */
  readonly deprecated?: true
  readonly query?: Q
  /** How to treat unknown parameters of the query. */
  readonly others?: 'refused' | 'ignored'
  readonly id?: PathId
  readonly body?: Body<B>
  handle(call: Call<Q, B, N>): Response | Promise<Response>
}

/** Serves requests of the same route whose URL asks for something else. */
export interface Instead {
  when(c: RestContext): boolean
  readonly query: Parameters
  readonly answers: Readonly<Record<number, Answer>>
  readonly answer: Handler
}

/** A route as its document describes it. */
export interface Operation {
  /** `operationId` of the document. */
  readonly name: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  /** Whether it accepts an Idempotency-Key; 'ignored': the key is validated, but no answer is kept. */
  readonly idempotent?: 'kept' | 'ignored'
  /** Headers that the handler reads. */
  readonly headers?: readonly (keyof typeof REQUEST_HEADERS)[]
  readonly answers: Readonly<Record<number, Answer>>
  /** Its own refusals, by status; `refusals.ts` adds those that follow from the other fields. */
  readonly refusals?: Readonly<Record<number, readonly ErrorCode[]>>
  readonly instead?: Instead
}

/** How a route is served, without its handler. */
export type Served = Omit<Serving<Parameters, unknown, Need | 'nothing'>, 'handle'> & Pick<Operation, 'idempotent'>

export type Declared = Operation & Served

export type Handler = (rooms: Rooms, c: RestContext) => Response | Promise<Response>

export interface Route {
  readonly method: Method
  /** With `:id`. */
  readonly path: string
  /** null: an address without checks. */
  readonly serving: Served | null
  /** null: the document does not have it. */
  readonly operation: Declared | null
  readonly answer: Handler
}

/** A path as callers read it: `/v1/videos/{id}`. */
export const inBraces = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const declared: Route[] = []

/** Every route of the files that are loaded, in the order of their declaration. */
export function declaredRoutes(): readonly Route[] {
  return declared
}

/** Declares a route of the API: how it is served, and what its document says. */
export function route<
  const Q extends Parameters = Record<never, never>,
  B = undefined,
  const N extends Need | 'nothing' = null,
>(method: Method, path: string, declaration: Operation & Serving<Q, B, N>): void {
  const { instead } = declaration
  const main = serve(declaration)
  const answer: Handler = instead ? (rooms, c) => (instead.when(c) ? instead.answer(rooms, c) : main(rooms, c)) : main
  const operation = declaration as unknown as Declared
  declared.push({ method, path, serving: operation, operation, answer })
}

/** Declares a route of an interface that others have specified: it is checked like any other, but the document leaves it out. */
export function foreignRoute<
  const Q extends Parameters = Record<never, never>,
  B = undefined,
  const N extends Need | 'nothing' = null,
>(method: Method, path: string, serving: Serving<Q, B, N> & Pick<Operation, 'idempotent'>): void {
  checkedElsewhere(method, path, serving as unknown as Served, serve(serving))
}

/** The same for a route whose handler makes the declared checks itself. */
export function checkedElsewhere(method: Method, path: string, serving: Served, answer: Handler): void {
  declared.push({ method, path, serving, operation: null, answer })
}

/** Declares what else the same route serves. */
export function instead<const Q extends Parameters, B, const N extends Need | 'nothing'>({
  when,
  answers = {},
  ...serving
}: Serving<Q, B, N> & Pick<Instead, 'when'> & Partial<Pick<Instead, 'answers'>>): Instead {
  return { when, answers, query: serving.query ?? {}, answer: serve(serving) }
}

/** Declares an address that is not part of the API. */
export function address(path: string, answer: Handler): void {
  declared.push({ method: 'GET', path, serving: null, operation: null, answer })
}

const notRated = () => {}

function serve<Q extends Parameters, B, N extends Need | 'nothing'>(serving: Serving<Q, B, N>): Handler {
  const { need, lets, costs, version, deprecated, others, id, body } = serving
  const reads = Object.entries(serving.query ?? {})
  const tokenInQuery = lets?.includes('ReadTokenInQuery') ?? false
  const names = [...reads.map(([name]) => name), ...(tokenInQuery ? ['token'] : [])]

  const enter = async (rooms: Rooms, c: RestContext, caller: Caller | null, rated: Call<Q, B, N>['rated']) => {
    if (caller && isEarlier(caller)) {
      if (deprecated) unmarkDeprecated(c)
      if (version) throw new DomainError('route_not_found', `There is no such route in API-Version ${EARLIER_VERSION}.`)
    }
    const given = queryOf(c.req.url, names, others)
    const query: Record<string, unknown> = {}
    for (const [name, parameter] of reads) query[name] = parameter.read(given.get(name), name, caller, c)
    const { incoming } = c.env
    const key = incoming.headers['idempotency-key']
    const call = {
      rooms,
      c,
      caller,
      query,
      id: id ? id.read(c.req.param('id') ?? '') : '',
      body: body && (await body.read(incoming)),
      idempotencyKey: key === undefined ? null : String(key),
      rated,
    }
    return serving.handle(call as unknown as Call<Q, B, N>)
  }

  const begin: Handler = async (rooms, c) => {
    if (need === 'nothing') return enter(rooms, c, null, notRated)
    if (costs === 'create') return asCreator(rooms, c, need as Scope, (caller, rated) => enter(rooms, c, caller, rated))
    return enter(rooms, c, await callerOf(rooms, c, need, tokenInQuery ? authorizationOf(c) : undefined), notRated)
  }
  if (!deprecated) return begin
  // Refusals have the headers too.
  return (rooms, c) => {
    markDeprecated(rooms, c)
    return begin(rooms, c)
  }
}
