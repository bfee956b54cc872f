import { z } from 'zod'

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A zod schema as JSON Schema; an answer's is read as what comes out, a request's as what goes in. */
type Side = 'output' | 'input'

const registries = { output: z.registry<{ id: string }>(), input: z.registry<{ id: string }>() }

/** Names the schema of an answer: wherever it stands, the document refers to it. */
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
 * Takes out what zod says of itself, and what says nothing. An answer is left open: it may be given more members later, and
 * generated clients must not refuse them.
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

/** `type: [string, null]` reads better than a choice of two, where what may be null is one plain value. */
function flattenNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, ...others] = schema.anyOf ?? []
  if (others.length > 0 || typeof value !== 'object' || typeof nothing !== 'object') return
  if (nothing.type !== 'null' || typeof value.type !== 'string' || value.properties || value.items) return
  delete schema.anyOf
  Object.assign(schema, { ...value, ...schema, type: [value.type, 'null'] })
  if (value.enum) schema.enum = [...value.enum, null]
}

type Told = string | Readonly<Record<string, unknown>>

/**
 * The schema that judges a request, with what the document adds to each of its fields: a description, or more of JSON Schema
 * where the rule is one that zod cannot tell of. A field without one does not compile.
 */
export function described<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  told: Readonly<Record<keyof S & string, Told>>,
): z.ZodObject {
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => {
    const more = told[name as keyof S & string]
    return [name, (field as z.ZodType).meta(typeof more === 'string' ? { description: more } : more)] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

/** An identifier of ours. */
export function idOf(prefix: string, description: string): z.ZodString {
  return z.string().meta({ description, pattern: `^${prefix}_[0-9a-z]{26}$` })
}

/** A time as every answer gives it: UTC, to the millisecond. */
export function time(description: string): z.ZodString {
  const pattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'
  return z.string().meta({ description, format: 'date-time', pattern })
}

/** An amount in millionths of a yuan. */
export function micro(description: string): z.ZodInt {
  return z.int().meta({ description: `${description} In µ¥, millionths of a yuan.`, format: 'int64' })
}

/** The same amount for people; never to be computed with (spec 1). */
export function display(description: string): z.ZodString {
  return z.string().meta({ description: `${description} For display only.`, pattern: '^-?¥\\d+\\.\\d{2,6}$' })
}

/** A literal that tells objects apart. */
export function kindOf<const K extends string>(kind: K): z.ZodLiteral<K> {
  return z.literal(kind).meta({ description: `Always \`${kind}\`.` })
}
