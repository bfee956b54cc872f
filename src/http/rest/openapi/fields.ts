import { escaped, inline } from './html.ts'
import type { JsonSchema } from './schema.ts'

// HTML of JSON Schemas as `schema.ts` makes them and zod prints them.

/** The name of a reference; null for another schema. */
export function referenceOf({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null
}

function objectLink(name: string): string {
  return `<a href="#${name}">${name}</a>`
}

const listOf = (schema: JsonSchema, key: string) => (schema[key] ?? []) as readonly JsonSchema[]
const code = (value: unknown) => `<code>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

/** Its type in words. */
export function typeText(schema: JsonSchema): string {
  const { const: value, enum: values, type, items, format, contentMediaType } = schema
  const name = referenceOf(schema)
  if (name !== null) return objectLink(name)
  if (value !== undefined) return code(value)
  if (Array.isArray(values)) return values.map(code).join(', ')
  const choices = [...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')]
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' or ')
  if (contentMediaType) return 'file'
  if (Array.isArray(type)) return type.map((each) => typeText({ ...schema, type: each })).join(' or ')
  if (type === 'array') return `list of ${typeText(items as JsonSchema)}`
  if (format === 'date-time') return 'time'
  return typeof type === 'string' ? type : 'text'
}

/** What it accepts, beside its type. */
function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, minItems, maxItems, default: fallback } = schema
  const has = (value: unknown) => value !== undefined
  return [
    ...(has(minimum) && has(maximum) ? [`${minimum} to ${maximum}`] : []),
    ...(has(minimum) && !has(maximum) ? [`at least ${minimum}`] : []),
    ...(has(maximum) && !has(minimum) ? [`at most ${maximum}`] : []),
    ...(has(maxLength) ? [`at most ${maxLength} characters`] : []),
    ...(has(minItems) ? [`at least ${minItems} items`] : []),
    ...(has(maxItems) ? [`at most ${maxItems} items`] : []),
    ...(has(fallback) ? [`default ${code(fallback)}`] : []),
  ]
}

export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  /** For members that requests must have, or that answers may lack. */
  readonly mark?: 'required' | 'optional' | undefined
}

/** Members as a list; those of objects in them are folded. */
export function fieldList(fields: readonly Field[]): string {
  const rows = fields.map(({ name, schema, mark }) => {
    const marks = [...(mark ? [`<em>${mark}</em>`] : []), ...(schema['deprecated'] ? ['<em>deprecated</em>'] : [])]
    const facts = [typeText(schema), ...bounds(schema), ...marks].join(' · ')
    const text = typeof schema['description'] === 'string' ? `<p>${inline(schema['description'])}</p>` : ''
    return `<dt><code>${escaped(name)}</code> <span class="facts">${facts}</span></dt><dd>${text}${inner(schema)}</dd>`
  })
  return `<dl class="fields">${rows.join('\n')}</dl>`
}

/** Members of the object that a schema is or contains. */
function inner(schema: JsonSchema): string {
  const inside = [schema, ...listOf(schema, 'anyOf'), ...(schema['items'] ? [schema['items'] as JsonSchema] : [])]
  const fields = inside.filter((each) => each['properties']).flatMap((each) => fieldsOf(each, 'answer'))
  return fields.length === 0 ? '' : `<details><summary>${fields.length} members</summary>${fieldList(fields)}</details>`
}

/** Members of a request's or an answer's schema. Most members of requests are optional, and most of answers always there. */
export function fieldsOf(schema: JsonSchema, of: 'request' | 'answer'): Field[] {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, each]) => {
    const isRequired = required.has(name)
    const mark = of === 'request' ? (isRequired ? 'required' : undefined) : isRequired ? undefined : 'optional'
    return { name, schema: each, mark }
  })
}
