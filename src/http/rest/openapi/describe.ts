import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../../errors.ts'
import * as common from './headers.ts'
import { HEADERS, type HeaderName } from './headers.ts'
import type { Answer, Content, Operation, Parameter } from './operation.ts'
import {
  ANYWHERE,
  KEY_CODES,
  refusalContent,
  refusalHeaders,
  refusalsOf,
  refusalText,
  SCOPE_CODES,
} from './refusals.ts'
import { inlineSchema, type JsonSchema, refTo } from './schema.ts'

/** An operation in the form of OpenAPI. */
export function describeOperation(operation: Operation): JsonSchema {
  const { id, tag, summary, description, body, deprecated } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${needText(operation)}`,
    ...(deprecated ? { deprecated } : {}),
    security: securityOf(operation),
    parameters: parametersOf(operation).map(describeParameter),
    ...(body ? { requestBody: { required: true, content: describeContent(body, 'anyOf') } } : {}),
    responses: responsesOf(operation),
  }
}

function needText({ need }: Operation): string {
  if (need === 'nothing') return ''
  if (need === null) return '\n\nScope: none; any key may call it.'
  if (need === 'task:read') return '\n\nScope: `videos:read`, or a read token.'
  const scopes = [need].flat().map((scope) => `\`${scope}\``)
  return `\n\nScope: ${scopes.join(' or ')}.`
}

function securityOf({ need, lets = [] }: Operation): JsonSchema[] {
  if (need === 'nothing') return []
  if (need === null) return [{ ApiKey: [] }]
  if (need !== 'task:read') return [need].flat().map((scope) => ({ ApiKey: [scope] }))
  return [{ ApiKey: ['videos:read'] }, { ReadToken: [] }, ...lets.map((name) => ({ [name]: [] }))]
}

function parametersOf({ parameters = [], idempotent, need }: Operation): readonly Parameter[] {
  return [
    ...parameters,
    ...(idempotent ? [common.IDEMPOTENCY_KEY] : []),
    ...(need === 'nothing' ? [] : [common.API_VERSION]),
  ]
}

function describeParameter({ schema, ...parameter }: Parameter): JsonSchema {
  const { description, examples, ...rest } = inlineSchema(schema)
  const example = Array.isArray(examples) ? { example: examples[0] } : {}
  return { ...parameter, description, schema: rest, ...example }
}

type Choice = 'oneOf' | 'anyOf'

function describeContent(contents: readonly Content[], choice: Choice = 'oneOf'): JsonSchema {
  const described = contents.map(({ type, schema, examples }) => {
    const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }] as const)
    return [
      type,
      { schema: schemaOf(type, schema, choice), ...(examples ? { examples: Object.fromEntries(named) } : {}) },
    ]
  })
  return Object.fromEntries(described)
}

/** `oneOf` for answers, whose objects differ by their `object`; `anyOf` for bodies, which may fit several schemas. */
function schemaOf(type: string, schema: Content['schema'], choice: Choice): JsonSchema {
  const describe = /json|form-data/.test(type) ? refTo : inlineSchema
  const [first, ...others] = [schema].flat().map(describe)
  return others.length > 0 || !first ? { [choice]: [first, ...others] } : first
}

function responsesOf(operation: Operation): JsonSchema {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    describeAnswer(operation, answer),
  ])
  const sometimes = sometimesRefusedWith(operation)
  const refusals = Array.from(refusalsOf(operation), ([status, codes]) => {
    const described = describeRefusal(status, codes, sometimes)
    const shared = Object.entries(SHARED).find(([, each]) => isDeepStrictEqual(each, described))
    return [status, shared ? { $ref: `#/components/responses/${shared[0]}` } : described]
  })
  return Object.fromEntries([...answers, ...refusals, ['default', { $ref: '#/components/responses/OurSide' }]])
}

const LIMITS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** Refusals also have the headers of a deprecated operation or field. */
function sometimesRefusedWith({ need, answers }: Operation): readonly HeaderName[] {
  const names = Object.values(answers).flatMap(({ headers = [], sometimes = [] }) => [...headers, ...sometimes])
  const deprecation = (['Deprecation', 'Link'] as const).filter((name) => names.includes(name))
  return [...(need === 'nothing' ? [] : LIMITS), ...deprecation]
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
  { need, lets }: Operation,
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
    const { description, ...schema } = inlineSchema(HEADERS[name])
    return [name, { description, ...(required ? { required } : {}), schema }] as const
  })
  return Object.fromEntries(entries)
}
