import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../../errors.ts'
import type { Declared } from '../route.ts'
import type { Answer, Content } from './answer.ts'
import { HEADERS, type HeaderName, REQUEST_HEADERS } from './headers.ts'
import {
  ANYWHERE,
  KEY_CODES,
  refusalContent,
  refusalHeaders,
  refusalsOf,
  refusalText,
  SCOPE_CODES,
} from './refusals.ts'
import type { JsonSchema } from './schema.ts'

/** An operation in the form of OpenAPI. */
export function describeOperation(operation: Declared): JsonSchema {
  const { name, tag, summary, description, body, deprecated } = operation
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}${needText(operation)}`,
    ...(deprecated ? { deprecated } : {}),
    security: securityOf(operation),
    parameters: parametersOf(operation),
    ...(body ? { requestBody: { required: true, content: describeContent(body.content, 'anyOf') } } : {}),
    responses: responsesOf(operation),
  }
}

function needText({ need }: Declared): string {
  if (need === 'nothing') return ''
  if (need === null) return '\n\nScope: none; any key may call it.'
  if (need === 'task:read') return '\n\nScope: `videos:read`, or a read token.'
  const scopes = [need].flat().map((scope) => `\`${scope}\``)
  return `\n\nScope: ${scopes.join(' or ')}.`
}

function securityOf({ need, lets = [] }: Declared): JsonSchema[] {
  if (need === 'nothing') return []
  if (need === null) return [{ ApiKey: [] }]
  if (need !== 'task:read') return [need].flat().map((scope) => ({ ApiKey: [scope] }))
  return [{ ApiKey: ['videos:read'] }, { ReadToken: [] }, ...lets.map((name) => ({ [name]: [] }))]
}

function parametersOf({ id, query, instead, headers = [], idempotent, need }: Declared): JsonSchema[] {
  const asked = Object.entries({ ...query, ...instead?.query }).flatMap(([name, { schema }]) => {
    return schema ? [describeParameter('query', name, schema)] : []
  })
  const read = [...headers, ...(idempotent ? [IDEMPOTENCY_KEY] : []), ...(need === 'nothing' ? [] : [API_VERSION])]
  return [
    ...(id ? [describeParameter('path', 'id', id.schema)] : []),
    ...asked,
    ...read.map((name) => describeParameter('header', name, REQUEST_HEADERS[name])),
  ]
}

const IDEMPOTENCY_KEY = 'Idempotency-Key' as const
const API_VERSION = 'API-Version' as const

function describeParameter(place: string, name: string, parameter: JsonSchema): JsonSchema {
  const { description, examples, ...schema } = parameter
  const example = Array.isArray(examples) ? { example: examples[0] } : {}
  return { in: place, name, ...(place === 'path' ? { required: true } : {}), description, schema, ...example }
}

type Choice = 'oneOf' | 'anyOf'

/** `oneOf` for answers, whose objects differ by their `object`; `anyOf` for bodies, which may fit several schemas. */
function describeContent(contents: readonly Content[], choice: Choice = 'oneOf'): JsonSchema {
  const described = contents.map(({ type, schema, examples }) => {
    const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }] as const)
    const all = { schema: Array.isArray(schema) ? { [choice]: schema } : schema }
    return [type, examples ? { ...all, examples: Object.fromEntries(named) } : all]
  })
  return Object.fromEntries(described)
}

function responsesOf(operation: Declared): JsonSchema {
  const answers = [...answersOf(operation)].map(([status, answer]) => [status, describeAnswer(operation, answer)])
  const sometimes = sometimesRefusedWith(operation)
  const refusals = Array.from(refusalsOf(operation), ([status, codes]) => {
    const described = describeRefusal(status, codes, sometimes)
    const shared = Object.entries(SHARED).find(([, each]) => isDeepStrictEqual(each, described))
    return [status, shared ? { $ref: `#/components/responses/${shared[0]}` } : described]
  })
  return Object.fromEntries([...answers, ...refusals, ['default', { $ref: '#/components/responses/OurSide' }]])
}

/** Answers by status, with the headers that follow from the declaration. */
function answersOf({ answers, instead, idempotent, deprecated }: Declared): Map<string, Answer> {
  const own = Object.entries(answers).map(([status, { headers = [], sometimes = [], ...answer }]) => {
    const always = [...headers, ...(deprecated ? DEPRECATION : [])]
    const replayed = idempotent === 'kept' ? (['Idempotent-Replayed'] as const) : []
    return [status, { ...answer, headers: always, sometimes: [...sometimes, ...replayed] }] as const
  })
  return new Map([...own, ...Object.entries(instead?.answers ?? {})])
}

const DEPRECATION = ['Deprecation', 'Link'] as const
const LIMITS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** Refusals also have the headers of a deprecated operation or field. */
function sometimesRefusedWith(operation: Declared): readonly HeaderName[] {
  const answers = [...answersOf(operation).values()]
  const names = answers.flatMap(({ headers = [], sometimes = [] }) => [...headers, ...sometimes])
  const deprecation = DEPRECATION.filter((name) => names.includes(name))
  return [...(operation.need === 'nothing' ? [] : LIMITS), ...deprecation]
}

function describeRefusal(status: number, codes: readonly ErrorCode[], sometimes = LIMITS): JsonSchema {
  // Without a valid key there is no limit to show.
  const optional = status === 401 ? sometimes.filter((name) => !LIMITS.includes(name)) : sometimes
  const again = status === 409 ? (['Retry-After'] as const) : []
  return {
    description: refusalText(codes),
    headers: {
      ...describeHeaders(['X-Request-Id', ...refusalHeaders(status)], true),
      ...describeHeaders([...again, ...optional]),
    },
    content: refusalContent(status, codes),
  }
}

const SHARED = {
  Unauthenticated: describeRefusal(401, KEY_CODES),
  Forbidden: describeRefusal(403, SCOPE_CODES),
  TooLarge: describeRefusal(413, ['request_too_large']),
  UnsupportedMediaType: describeRefusal(415, ['unsupported_media_type']),
  KeyReused: describeRefusal(422, ['idempotency_key_reused']),
  TooManyRequests: describeRefusal(429, ['rate_limit_exceeded']),
} as const

/** Refusals that most operations share. `OurSide` can happen to any operation. */
export function sharedResponses(): JsonSchema {
  const description = `The service cannot answer now:\n\n${refusalText(ANYWHERE)}`
  const headers = {
    ...describeHeaders(['X-Request-Id'], true),
    ...describeHeaders(['Retry-After', ...LIMITS]),
  }
  return { ...SHARED, OurSide: { description, headers, content: refusalContent(503, ANYWHERE) } }
}

/** A download by signed link has no caller, so it counts against no limit. */
function describeAnswer(
  { need, lets }: Declared,
  { description, content, headers = [], sometimes = [] }: Answer,
): JsonSchema {
  const limits = need === 'nothing' ? [] : LIMITS
  const isCounted = !lets?.includes('SignedLink')
  return {
    description,
    headers: {
      ...describeHeaders(['X-Request-Id', ...headers, ...(isCounted ? limits : [])], true),
      ...describeHeaders([...sometimes, ...(isCounted ? [] : limits)]),
    },
    ...(content ? { content: describeContent(content) } : {}),
  }
}

function describeHeaders(names: readonly HeaderName[], required = false): JsonSchema {
  const entries = names.map((name) => {
    const { description, ...schema } = HEADERS[name] as JsonSchema
    return [name, { description, ...(required ? { required } : {}), schema }] as const
  })
  return Object.fromEntries(entries)
}
