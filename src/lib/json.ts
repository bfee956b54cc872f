import { hash } from 'node:crypto'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { LIST_PARSED_MAX } from '../limits.ts'
import { endOfString } from './names.ts'
import { isCleanText } from './text.ts'

/**
 * The raw text of an object's members, exactly as they were sent: key order, duplicate keys and long numbers inside them are
 * kept. The text must be valid JSON already, and name each member once.
 */
export function rawMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  for (const { children: [name, value] = [] } of parseTree(text)?.children ?? []) {
    if (name && value) members.set(name.value, text.slice(value.offset, value.offset + value.length))
  }
  return members
}

/** The same of one member. */
export function rawMember(text: string, name: string): string | null {
  const root = parseTree(text)
  const value = root && findNodeAtLocation(root, [name])
  return value ? text.slice(value.offset, value.offset + value.length) : null
}

/** Whether every text in a JSON value, keys included, can be stored: no NUL characters, no lone surrogates. */
export function isCleanJson(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (Array.isArray(value)) return value.every(isCleanJson)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, each]) => isCleanText(key) && isCleanJson(each))
}

/** A number that may lose digits when it is parsed: sixteen or more characters, or an exponent. */
const SUSPECT = /[\d.]{16}|\d[eE]/

/** Whether `JSON.parse` may change the value of a number in this text. */
export function mayLoseDigits(text: string): boolean {
  return SUSPECT.test(text)
}

/**
 * `JSON.parse` of a request's body, in which a number that would lose digits becomes NaN, which no parameter accepts. Of a
 * list that is too long for every parameter only the beginning is parsed.
 */
export function parseExact(text: string): unknown {
  const parsed = cutLists(text)
  return mayLoseDigits(parsed) ? JSON.parse(parsed, toExact as Parameters<typeof JSON.parse>[1]) : JSON.parse(parsed)
}

/**
 * The text without the items of a list beyond LIST_PARSED_MAX + 1, which is enough to refuse it. V8 puts the elements of a
 * long list into its old generation, where all items stay until the next full collection.
 */
function cutLists(text: string): string {
  if (text.length < 2 * LIST_PARSED_MAX) return text
  // The number of items so far of each open list; NaN for an object.
  const opened: number[] = []
  let kept = ''
  let start = 0
  let cutDepth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    const depth = opened.length
    if (character === '"') i = endOfString(text, i)
    else if (character === '[') opened.push(1)
    else if (character === '{') opened.push(Number.NaN)
    else if (character === ',' && depth > 0) {
      const items = (opened[depth - 1] ?? 0) + 1
      opened[depth - 1] = items
      if (items === LIST_PARSED_MAX + 2 && cutDepth === 0) {
        kept += text.slice(start, i)
        cutDepth = depth
      }
    } else if (character === ']' || character === '}') {
      opened.pop()
      if (cutDepth === 0 || depth !== cutDepth) continue
      start = i
      cutDepth = 0
    }
  }
  // A list without an end is left to JSON.parse, which refuses it.
  return cutDepth === 0 ? kept + text.slice(start) : text
}

function toExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && !isExact(context?.source ?? '') ? Number.NaN : value
}

/** Whether a number keeps its value when it is parsed: `5.0` and `0.1` do, `5.0000000000000000001` does not. */
export function isExact(text: string): boolean {
  return decimal(text) === decimal(String(Number(text)))
}

/** A number's digits and the power of ten behind them, the same for every way to write it. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return /^-?[\d.]+/.test(text) ? '0' : text
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
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

/** A JSON value without the members of objects that are null, which are the same as absent. */
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
 * Hash of the normal form of a body, by which repeats are compared: keys sorted, numbers by value except those of
 * `keepingNumbers`. The byte before the SHA-256 distinguishes it from a `bodyHash`.
 */
export function askedHash(asked: unknown): Buffer {
  return Buffer.concat([ASKED, hash('sha256', canonical(asked), 'buffer')])
}
