import { z } from 'zod'

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Side of a zod schema: `output` for answers, `input` for requests. */
type Side = 'output' | 'input'

const registries = { output: z.registry<{ id: string }>(), input: z.registry<{ id: string }>() }

/** Names the schema of an answer, so that the document refers to it by name. */
export function answerSchema<S extends z.ZodType>(id: string, schema: S): S {
  registries.output.add(schema, { id })
  return schema
}

/** The same for the body of a request. */
export function requestSchema<S extends z.ZodType>(id: string, schema: S): S {
  registries.input.add(schema, { id })
  return schema
}

/** A reference to a named schema. */
export function refTo(schema: z.ZodType): JsonSchema {
  const id = registries.output.get(schema)?.id ?? registries.input.get(schema)?.id
  if (id === undefined) throw new Error('a schema of the document has no name')
  return { $ref: uriOf(id) }
}

/** Every named schema, by name. */
export function namedSchemas(): Record<string, JsonSchema> {
  const all = (['output', 'input'] as const).flatMap((io) =>
    Object.entries(z.toJSONSchema(registries[io], { ...optionsFor(io), uri: uriOf }).schemas),
  )
  return Object.fromEntries(all.map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

/** A schema of its own, such as a parameter's. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, optionsFor('input'))
  return inline
}

function uriOf(id: string): string {
  return `#/components/schemas/${id}`
}

function optionsFor(io: Side): z.core.ToJSONSchemaParams {
  return { target: 'draft-2020-12', io, override: ({ jsonSchema }) => plain(jsonSchema, io) }
}

/**
 * Removes keywords that zod adds and that have no meaning. Answers may have more members later, and generated clients must not
 * refuse them, so `additionalProperties: false` is removed too.
 */
function plain(schema: z.core.JSONSchema.BaseSchema, io: Side): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  delete schema.propertyNames
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  const choices = schema.anyOf?.map((choice) => (typeof choice === 'object' ? choice.const : undefined))
  if (choices && !choices.includes(undefined)) {
    delete schema.anyOf
    Object.assign(schema, { type: choices.every(Number.isInteger) ? 'integer' : 'string', enum: choices })
  }
  flattenNull(schema)
}

/** Writes a nullable plain value as `type: [string, null]` instead of a choice of two. */
function flattenNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, ...others] = schema.anyOf ?? []
  if (others.length > 0 || typeof value !== 'object' || typeof nothing !== 'object') return
  if (nothing.type !== 'null' || typeof value.type !== 'string' || value.properties || value.items) return
  delete schema.anyOf
  Object.assign(schema, { ...value, ...schema, type: [value.type, 'null'] })
  if (value.enum) schema.enum = [...value.enum, null]
}

type Description = string | Readonly<Record<string, unknown>>

/**
 * The schema that validates a request, with additions of the document to each field: a description, or JSON Schema for rules
 * that zod cannot express. A field without an addition does not compile.
 */
export function described<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  additions: Readonly<Record<keyof S & string, Description>>,
): z.ZodObject {
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => {
    const more = additions[name as keyof S & string]
    return [name, (field as z.ZodType).meta(typeof more === 'string' ? { description: more } : more)] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

/** A prefixed id. */
export function idOf(prefix: string, description: string): z.ZodString {
  return z.string().meta({ description, pattern: `^${prefix}_[0-9a-z]{26}$` })
}

/** A time of an answer: UTC, in milliseconds. */
export function time(description: string): z.ZodString {
  const pattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'
  return z.string().meta({ description, format: 'date-time', pattern })
}

/** An amount in millionths of a yuan. */
export function micro(description: string): z.ZodInt {
  return z.int().meta({ description: `${description} In µ¥, millionths of a yuan.`, format: 'int64' })
}

/** The same amount for display, never for arithmetic (spec 1). */
export function display(description: string): z.ZodString {
  return z.string().meta({ description: `${description} For display only.`, pattern: '^-?¥\\d+\\.\\d{2,6}$' })
}

/** A literal that distinguishes objects. */
export function kindOf<const K extends string>(kind: K): z.ZodLiteral<K> {
  return z.literal(kind).meta({ description: `Always \`${kind}\`.` })
}
