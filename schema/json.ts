import { randomBytes } from 'node:crypto'
import { type Node, parseTree } from 'jsonc-parser'

/** Unguessable, so that no caller's text is ever taken for one of ours. */
const MARK = `raw ${randomBytes(16).toString('hex')} `
const MARKED = new RegExp(`"${MARK}([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`, 'g')

/**
 * JSON text that is passed on as it was written: key order, duplicate keys and numbers beyond 2^53 (contract 1, metadata),
 * all of which `JSON.stringify` of a parsed value loses. It travels through an answer as a marked string, which `stringify`
 * and `splice` replace by the text.
 */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): string {
    return MARK + this.text
  }
}

/** Puts the raw texts into a serialised answer. */
export function splice(json: string): string {
  return json.includes(MARK) ? json.replace(MARKED, (_, inner: string) => JSON.parse(`"${inner}"`)) : json
}

/** `JSON.stringify` for answers that may hold `RawJson`. */
export function stringify(value: unknown): string {
  return splice(JSON.stringify(value))
}

const rawTexts = new WeakMap<object, string>()
const unread = new WeakMap<object, () => void>()

/**
 * Remembers how the objects and arrays inside a request's `variables` were written, for `rawTextOf`; the text is only
 * walked when that is asked, as most requests have no JSON of the caller's own.
 * @param text a request's JSON, already parsed once, and shallow enough to be walked
 * @param path where `variables` stands in it
 */
export function rememberVariables(text: string, path: readonly string[], variables: unknown): void {
  if (!isComposite(variables) || !Object.values(variables).some(isComposite)) return
  let read = false
  const walk = () => {
    if (read) return
    read = true
    let node = parseTree(text)
    for (const name of path) node = node && memberOf(node, name)
    if (node) remember(text, node, variables)
  }
  for (const part of outermost(variables)) unread.set(part, walk)
}

/** The text a value of `variables` was sent as; for one that is not known, its own JSON. */
export function rawTextOf(value: unknown): string {
  if (isComposite(value)) unread.get(value)?.()
  return (isComposite(value) ? rawTexts.get(value) : undefined) ?? JSON.stringify(value)
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Objects and lists in an input that are remembered. No input of ours has so many around the caller's own JSON. */
const REMEMBERED_MAX = 1000

/** A value and what is inside, level by level: each remembered object costs the collector of garbage. */
function outermost(value: object): readonly object[] {
  const parts = [value]
  for (let at = 0; at < parts.length && parts.length < REMEMBERED_MAX; at++) {
    for (const part of Object.values(parts[at] ?? {})) {
      if (isComposite(part) && parts.push(part) >= REMEMBERED_MAX) break
    }
  }
  return parts
}

/** Of a repeated member the last one counts, as in `JSON.parse`. */
function memberOf(node: Node, name: string): Node | undefined {
  return node.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1]
}

function remember(text: string, node: Node, value: Record<string, unknown>): void {
  if (!unread.has(value)) return
  rawTexts.set(value, text.slice(node.offset, node.offset + node.length))
  const children = node.children ?? []
  children.forEach((child, index) => {
    const [name, member] =
      node.type === 'array' ? [String(index), child] : [child.children?.[0]?.value, child.children?.[1]]
    const part = value[name]
    if (member && isComposite(part)) remember(text, member, part)
  })
}
