import { DomainError } from '../../errors.ts'
import { givenTwice, pathText } from '../../lib/names.ts'

const NUMBERS: ReadonlySet<string> = new Set(['duration', 'seed', 'n', 'max_amount_micro'])
const BOOLEANS: ReadonlySet<string> = new Set(['audio', 'use_context_ir'])
const LISTS: ReadonlySet<string> = new Set(['references'])
const OBJECTS: ReadonlySet<string> = new Set(['metadata', 'input_reference'])

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/

/**
 * The JSON text that is equivalent to a create's multipart form (docs/rules/create.md#forms). A form without files is checked,
 * hashed and answered like the same JSON.
 * @throws DomainError 400 invalid_parameter
 */
export async function formToJson(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<string> {
  const fields: [string, string][] = []
  for (const [field, value] of await parseForm(bytes, contentType)) {
    if (typeof value !== 'string') {
      const param = pathText([field])
      const message = `${param} must be the id of an uploaded file. Upload it with POST /v1/files first.`
      throw new DomainError('invalid_parameter', message, { param })
    }
    fields.push([field, value])
  }
  return fieldsToJson(fields)
}

/**
 * The same of the form's fields: `references[]`, `metadata[a]`, numbers and booleans as text. Text that is not a number or boolean
 * stays text, and the create's validation refuses it.
 * @throws DomainError 400 invalid_parameter
 */
export function fieldsToJson(fields: Iterable<readonly [field: string, value: string]>): string {
  const members = new Map<string, string>()
  const lists = new Map<string, string[]>()
  const objects = new Map<string, string[]>()
  for (const [field, value] of fields) {
    const [, name = field, key] = /^([a-z_]+)\[([^[\]]*)\]$/.exec(field) ?? []
    if (LISTS.has(name) && !key) listOf(lists, name).push(JSON.stringify(value))
    else if (OBJECTS.has(name) && key) listOf(objects, name).push(`${JSON.stringify(key)}:${JSON.stringify(value)}`)
    else addOnce(members, field, coerced(field, value))
  }
  for (const [name, items] of lists) addOnce(members, name, `[${items.join()}]`)
  for (const [name, entries] of objects) addOnce(members, name, `{${entries.join()}}`)
  return `{${Array.from(members, ([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`
}

async function parseForm(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    throw new DomainError('invalid_parameter', 'The request body is not a valid multipart form.')
  }
}

function coerced(field: string, value: string): string {
  if (NUMBERS.has(field) && NUMBER.test(value)) return value
  if (BOOLEANS.has(field) && (value === 'true' || value === 'false')) return value
  return JSON.stringify(value)
}

function addOnce(members: Map<string, string>, name: string, text: string): void {
  if (members.has(name)) throw givenTwice([name])
  members.set(name, text)
}

function listOf(lists: Map<string, string[]>, name: string): string[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
