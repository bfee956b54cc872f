import { z } from 'zod'
import { CURRENCY } from '../../../credit/money.ts'

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

const schemas = new Map<string, JsonSchema | (() => JsonSchema)>()

/** Names a schema in the document. @returns the reference to it */
export function named(name: string, schema: JsonSchema | (() => JsonSchema)): JsonSchema {
  if (schemas.has(name)) throw new Error(`two schemas have the name ${name}`)
  schemas.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

/** Every named schema, by name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(Array.from(schemas, ([name, each]) => [name, typeof each === 'function' ? each() : each]))
}

/** One of them. */
export function schemaNamed(name: string): JsonSchema {
  const schema = schemas.get(name)
  if (!schema) throw new Error(`no schema has the name ${name}`)
  return typeof schema === 'function' ? schema() : schema
}

type Description = string | JsonSchema

/**
 * Names the schema that validates a request, with additions of the document to each field: a description, or JSON Schema for
 * rules that zod cannot express. A field without an addition does not compile. It is described when the document is built.
 */
export function requestSchema<S extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<S>,
  description: Description,
  additions: Readonly<Record<keyof S & string, Description>>,
): JsonSchema {
  const meta = (each: Description) => (typeof each === 'string' ? { description: each } : each)
  return named(name, () => {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([field, type]) => {
      return [field, (type as z.ZodType).meta(meta(additions[field as keyof S & string]))] as const
    })
    const described = z.strictObject(Object.fromEntries(fields)).meta(meta(description))
    const { $schema: _, ...plain } = z.toJSONSchema(described, {
      target: 'draft-2020-12',
      io: 'input',
      override: ({ jsonSchema }) => simplify(jsonSchema),
    })
    return plain
  })
}

/** Removes keywords that zod adds and that have no meaning. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  delete schema.propertyNames
  const [first, ...others] = (schema.anyOf ?? []) as JsonSchema[]
  if (!first) return
  const choices = [first, ...others].map((choice) => choice['const'])
  const flat = choices.includes(undefined)
    ? others.length === 1 && others[0]?.['type'] === 'null' && isPlain(first) && orNull({ ...first, ...schema })
    : { type: choices.every(Number.isInteger) ? 'integer' : 'string', enum: choices }
  if (!flat) return
  Object.assign(schema, flat)
  delete schema.anyOf
}

const isPlain = ({ type, properties, items }: JsonSchema) => typeof type === 'string' && !properties && !items

/** Adds null to a schema. `own` describes the result if the schema is a reference, which has no description. */
export function orNull({ description, ...schema }: JsonSchema, own?: string): JsonSchema {
  if (!isPlain(schema)) return { anyOf: [schema, { type: 'null' }], description: own ?? description }
  const { type, enum: values } = schema
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), description }
}

const typed =
  (type: string, fixed: JsonSchema = {}) =>
  (description: string, more: JsonSchema = {}): JsonSchema => ({ type, ...fixed, description, ...more })

export const text = typed('string')
export const bool = typed('boolean')
export const int = typed('integer')
export const number = typed('number')
export const count = typed('integer', { minimum: 0 })
export const positive = typed('integer', { minimum: 1 })
export const seconds = typed('number', { minimum: 0 })

/** Schema of a request's member that is null or an object with exactly these members. */
export function objectOrNull(description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const given = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  return { description, anyOf: [given, { type: 'null' }] }
}

/** Answers may have more members later, and generated clients must not refuse them. */
export function object(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', description, properties, required }
}

export function list(items: JsonSchema, description: string): JsonSchema {
  return { type: 'array', items, description }
}

/** One of several texts or numbers. */
export function choice(values: readonly (string | number)[], description: string): JsonSchema {
  return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values, description }
}

/** A JSON object of any members. */
export function anyObject(description: string): JsonSchema {
  return { type: 'object', additionalProperties: {}, description }
}

/** Always the same value. */
export function always(value: string | boolean, description = `Always \`${value}\`.`): JsonSchema {
  return { type: typeof value, const: value, description }
}

/** A prefixed id. */
export function idOf(prefix: string, description: string): JsonSchema {
  return text(description, { pattern: `^${prefix}_[0-9a-z]{26}$` })
}

/** A time of an answer: UTC, in milliseconds. */
export function time(description: string): JsonSchema {
  return text(description, { format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })
}

/** An amount in millionths of a yuan, of either sign. */
export function micro(description: string, more: JsonSchema = {}): JsonSchema {
  return int(`${description} In µ¥, millionths of a yuan.`, { format: 'int64', ...more })
}

/** The same for an amount that is not negative. */
export function price(description: string): JsonSchema {
  return micro(description, { minimum: 0 })
}

/** The same amount for display, never for arithmetic (spec 1). */
export function display(description = 'The same amount.'): JsonSchema {
  return text(`${description} For display only.`, { pattern: '^-?¥\\d+\\.\\d{2,6}$' })
}

export const currency = always(CURRENCY, 'Currency code.')

/** The ceiling of a call's price (docs/rules/money.md#price-ceiling). */
export const CEILING: JsonSchema = {
  description:
    'The most that this call may cost in all, in µ¥. If it would cost more, it is refused and nothing is written.',
  format: 'int64',
}
