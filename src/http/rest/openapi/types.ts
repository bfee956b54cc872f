import { openapiDocument } from './document.ts'
import type { JsonSchema } from './schema.ts'

/** Of the earlier version, which the client does not use, of the form that it makes itself, and of the document. */
const LEFT_OUT: ReadonlySet<string> = new Set(['EarlierCreateVideo', 'UploadFile', 'OpenapiDocument'])

const HEAD = '// Written by `npm run codegen` from the OpenAPI document. Do not edit.\n\n'

/** The types of `@vidgate/client`, not yet formatted. The routes must be loaded. */
export function clientTypes(): string {
  const { schemas } = openapiDocument()['components'] as { schemas: Record<string, JsonSchema> }
  return HEAD + printTypes(schemas)
}

/**
 * TypeScript of the document's named schemas. They are what `schema.ts` makes and zod prints, so this knows their keywords and
 * refuses other types. (openapi-typescript needs the compiler's interface, which TypeScript 7 no longer has.)
 */
function printTypes(schemas: Readonly<Record<string, JsonSchema>>): string {
  const shown = Object.entries(schemas).filter(([name]) => !LEFT_OUT.has(name))
  return shown
    .map(([name, schema]) => `${comment(schema, '')}export ${declaration(typeName(name), schema)}\n`)
    .join('\n')
}

/** `Error` and `File` are also names of every program. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorObject', File: 'VideoFile' }

const typeName = (name: string): string => RENAMED[name] ?? name

function declaration(name: string, schema: JsonSchema): string {
  return schema['properties'] ? `interface ${name} ${typeOf(schema, '')}` : `type ${name} = ${typeOf(schema, '')}`
}

function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, const: value, enum: values, anyOf, type } = schema
  if (typeof $ref === 'string') return typeName($ref.slice($ref.lastIndexOf('/') + 1))
  if (value !== undefined) return literal(value)
  if (Array.isArray(values)) return values.map(literal).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(each, indent)).join(' | ')
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ')
  switch (type) {
    case 'string':
      return schema['contentMediaType'] ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return listOf(schema['items'] as JsonSchema, indent)
    case 'object':
      return objectOf(schema, indent)
    case undefined:
      return schema['pattern'] ? 'string' : 'unknown'
    default:
      throw new Error(`there is no TypeScript for ${JSON.stringify(schema)}`)
  }
}

function listOf(items: JsonSchema, indent: string): string {
  const item = typeOf(items, indent)
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: JsonSchema, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const more = schema['additionalProperties'] as JsonSchema | boolean | undefined
  if (properties.length === 0) return `Record<string, ${typeof more === 'object' ? typeOf(more, indent) : 'unknown'}>`
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const inner = `${indent}  `
  const members = properties.map(([name, each]) => {
    // Requests may send undefined, which JSON leaves out.
    const type = required.has(name) ? typeOf(each, inner) : `${typeOf(each, inner)} | undefined`
    return `${comment(each, inner)}${inner}${key(name)}${required.has(name) ? '' : '?'}: ${type}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : literal(name))

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function comment({ description, default: fallback, deprecated }: JsonSchema, indent: string): string {
  const parts = [
    ...(description === undefined ? [] : [description]),
    ...(fallback === undefined ? [] : [`Default: \`${fallback}\`.`]),
    ...(deprecated ? ['@deprecated'] : []),
  ]
  return parts.length === 0 ? '' : `${indent}/** ${parts.join(' ').replaceAll('*/', '* /')} */\n`
}
