import { hash } from 'node:crypto'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { isCleanText } from './text.ts'

/**
 * The raw text of an object's member, exactly as it was sent: key order, duplicate keys and long numbers inside it are
 * kept. The text must be valid JSON already, and name the member once.
 */
export function rawMember(text: string, name: string): string | null {
  const root = parseTree(text)
  const value = root && findNodeAtLocation(root, [name])
  return value ? text.slice(value.offset, value.offset + value.length) : null
}

/** Whether every text in a JSON value, keys included, can be stored (contract 2: NUL, lone surrogates). */
export function isCleanJson(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (Array.isArray(value)) return value.every(isCleanJson)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, each]) => isCleanText(key) && isCleanJson(each))
}

class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `JSON.parse` that keeps how each number was written (the reviver's source text access). */
export function keepingNumbers(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

function canonical(value: unknown): string {
  if (value instanceof NumberText) return value.text
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** A JSON value without the members of objects that are null, which are the same as absent (contract 1). */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  const given = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each)]))
}

/** SHA-256 of a JSON text: keys sorted, number text kept. */
export function bodyHash(text: string): Buffer {
  return hash('sha256', canonical(keepingNumbers(text)), 'buffer')
}

const ASKED = Buffer.from([2])

/**
 * What a write asks for as it is compared with that of a repeat: keys sorted, numbers by their value but for those of
 * `keepingNumbers`. The byte before the SHA-256 tells it from a `bodyHash`.
 */
export function askedHash(asked: unknown): Buffer {
  return Buffer.concat([ASKED, hash('sha256', canonical(asked), 'buffer')])
}
