import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { HEADERS } from '../../../src/http/rest/openapi/headers.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema and OpenAPI as they are read
export type Json = any

/** An operation of a document. */
export interface Documented {
  readonly id: string
  readonly method: string
  /** With `{id}`. */
  readonly path: string
  readonly described: Json
  /** Documented statuses; server errors, possible at any time, are `default`. */
  readonly statuses: readonly number[]
}

/** An answer as received. */
export interface Given {
  readonly status: number
  readonly headers: Headers
  /** Empty for a binary body. */
  readonly text: string
}

export interface Contract {
  readonly operations: readonly Documented[]
  /** Follows `$ref`. */
  resolve(described: Json): Json
  /** Fails if an answer does not match its operation's document: status, every member of the body, and headers. */
  check(operation: Documented, given: Given): void
  /** The mismatch of a value with a schema of the document; null if there is none. */
  faultsOf(schema: Json, value: unknown): string | null
}

const METHODS = ['get', 'post', 'patch', 'delete']
/** Headers of any HTTP answer; checked only if the document names them. */
const GENERAL = new Set(['Content-Length', 'Cache-Control'])

/** The parts of a document that answers are checked against. */
export function readContract(document: Json): Contract {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({
    $id: 'document',
    components: { ...document.components, schemas: closed(document.components.schemas) },
  })
  const compiled = new Map<string, ValidateFunction>()

  const resolve = (described: Json): Json => {
    if (described?.$ref === undefined) return described
    const path: string[] = described.$ref.split('/').slice(1)
    return path.reduce((at, name) => at[name], document)
  }

  const faultsOf = (schema: Json, value: unknown): string | null => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const validate = compiled.get(text) ?? ajv.compile(closed(JSON.parse(text)))
    compiled.set(text, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }

  const checkBody = (content: Json, { headers, text }: Given) => {
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (content === undefined) return assert.equal(text, '', 'an answer has a body')
    assert.ok(content[type], `the type ${type} is not documented`)
    if (type === 'application/json') assert.equal(faultsOf(content[type].schema, JSON.parse(text)), null, text)
  }

  const checkHeaders = (described: Json, { headers }: Given) => {
    for (const [name, { required, schema }] of Object.entries<Json>(described)) {
      const value = headers.get(name)
      if (value === null) assert.ok(!required, `the header ${name} is missing`)
      else assert.equal(faultsOf(schema, value), null, `${name}: ${value}`)
    }
    for (const name of Object.keys(HEADERS)) {
      if (!GENERAL.has(name) && headers.has(name)) assert.ok(described[name], `the header ${name} is not documented`)
    }
  }

  return {
    operations: operationsOf(document),
    resolve,
    faultsOf,
    check(operation, given) {
      const { responses } = operation.described
      const ofUs = given.status >= 500 ? responses.default : undefined
      const response = resolve(responses[given.status] ?? ofUs)
      try {
        assert.ok(response, 'the status is not documented')
        checkHeaders(response.headers, given)
        checkBody(response.content, given)
      } catch (error) {
        throw new Error(`${operation.id} ${given.status}: ${(error as Error).message}`, { cause: error })
      }
    },
  }
}

function operationsOf(document: Json): Documented[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const described = item[method]
      const statuses = Object.keys(described.responses).filter((status) => status !== 'default')
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        described,
        statuses: statuses.map(Number),
      }
    }),
  )
}

/** Later versions may add members; an undocumented member is a fault. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries<Json>(schema).map(([name, value]) => [name, closed(value)]))
  const isOpen = copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined
  return isOpen ? { ...copy, additionalProperties: false } : copy
}
