import { randomBytes } from 'node:crypto'
import { type Node, parseTree } from 'jsonc-parser'

/** Unguessable, so that no caller's text is ever taken for one of ours. */
const MARK = `raw ${randomBytes(16).toString('hex')} `
const MARKED = new RegExp(`"${MARK}([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`, 'g')

/**
 * JSON text that is passed on as it was written: key order, duplicate keys and numbers beyond 2^53
 * (docs/rules/create.md#metadata), all of which `JSON.stringify` of a parsed value loses. It travels through an answer
 * as a marked string, which `stringify` and `splice` replace by the text.
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

/** A request's JSON text, and where `variables` stands in it. */
interface Written {
  readonly text: string
  readonly path: readonly string[]
  /** The parsed text, once a place in it was asked for. */
  root?: Node | undefined
}

/** Where an object or a list of the variables stands in the text. */
interface Place {
  readonly written: Written
  readonly parent: Place | null
  readonly name: string
}

/** Places do not refer to the values: those would stay in memory until the next full collection. */
const places = new WeakMap<object, Place>()

/** Objects and lists in an input that are remembered. No input of ours has so many around the caller's own JSON. */
const REMEMBERED_MAX = 1000

/**
 * Remembers how the objects and lists inside a request's `variables` were written, for `rawTextOf`. The text is parsed only
 * when that is asked, as most requests have no JSON of the caller's own.
 * @param text a request's JSON, already parsed once, and shallow enough to be walked
 * @param path where `variables` stands in it
 */
export function rememberVariables(text: string, path: readonly string[], variables: unknown): void {
  if (!isComposite(variables) || !Object.values(variables).some(isComposite)) return
  const parts = [variables]
  places.set(variables, { written: { text, path }, parent: null, name: '' })
  // Level by level, so that the outermost are remembered of a value with very many.
  for (let at = 0; at < parts.length && parts.length < REMEMBERED_MAX; at++) {
    const outer = parts[at] ?? {}
    const parent = places.get(outer) ?? null
    for (const name in outer) {
      const part = outer[name]
      if (!isComposite(part)) continue
      if (parent) places.set(part, { written: parent.written, parent, name })
      if (parts.push(part) >= REMEMBERED_MAX) break
    }
  }
}

/** The text a value of `variables` was sent as; for one that is not known, its own JSON. */
export function rawTextOf(value: unknown): string {
  const place = isComposite(value) ? places.get(value) : undefined
  const node = place && nodeAt(place)
  return node ? place.written.text.slice(node.offset, node.offset + node.length) : JSON.stringify(value)
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function nodeAt({ written, parent, name }: Place): Node | undefined {
  if (parent) return memberOf(nodeAt(parent), name)
  written.root ??= parseTree(written.text)
  return written.path.reduce<Node | undefined>(memberOf, written.root)
}

/** Of a repeated member the last one counts, as in `JSON.parse`. */
function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type === 'array') return node.children?.[Number(name)]
  return node?.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1]
}
