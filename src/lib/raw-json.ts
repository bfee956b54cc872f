import { randomBytes } from 'node:crypto'
import { type Node, parseTree } from 'jsonc-parser'

/** Unguessable, so that text of a caller is never mistaken for a mark. */
const MARK = `raw ${randomBytes(16).toString('hex')} `
const MARKED = new RegExp(`"${MARK}([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`, 'g')

/**
 * JSON text that is passed on unchanged, with its key order, duplicate keys and numbers beyond 2^53
 * (docs/rules/create.md#metadata). `JSON.stringify` of a parsed value would lose all three. An answer contains it as a marked
 * string, which `stringify` and `splice` replace with the text.
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

/** Replaces the marks of a serialised answer with the raw texts. */
export function splice(json: string): string {
  return json.includes(MARK) ? json.replace(MARKED, (_, inner: string) => JSON.parse(`"${inner}"`)) : json
}

/** `JSON.stringify` for answers that may contain `RawJson`. */
export function stringify(value: unknown): string {
  return splice(JSON.stringify(value))
}

/** A request's JSON text, and the path of `variables` in it. */
interface Written {
  readonly text: string
  readonly path: readonly string[]
  /** The parsed text, from the first lookup on. */
  root?: Node | undefined
}

/** Position of an object or a list of the variables in the text. */
interface Origin {
  readonly written: Written
  readonly parent: Origin | null
  readonly name: string
}

/** Positions do not refer to the values, which would stay in memory until the next full collection. */
const origins = new WeakMap<object, Origin>()

/** Maximum number of objects and lists that are remembered. No input type has so many around the caller's own JSON. */
const REMEMBERED_MAX = 1000

/**
 * Remembers where the objects and lists of a request's `variables` are in its text, for `rawTextOf`. The text is parsed only on
 * the first lookup, because most requests have no JSON of the caller's own.
 * @param text a request's JSON, already parsed once, and shallow enough to be walked
 * @param path path of `variables` in it
 */
export function rememberVariables(text: string, path: readonly string[], variables: unknown): void {
  if (!isComposite(variables) || !Object.values(variables).some(isComposite)) return
  const parts: [Record<string, unknown>, Origin][] = [[variables, { written: { text, path }, parent: null, name: '' }]]
  // Level by level, so that the outermost are remembered of a value with very many.
  for (const [part, origin] of parts) {
    origins.set(part, origin)
    for (const name in part) {
      const inner = part[name]
      if (parts.length >= REMEMBERED_MAX) break
      if (isComposite(inner)) parts.push([inner, { written: origin.written, parent: origin, name }])
    }
  }
}

/** The original text of a value of `variables`, or its JSON if its position is not known. */
export function rawTextOf(value: unknown): string {
  const origin = isComposite(value) ? origins.get(value) : undefined
  const node = origin && nodeAt(origin)
  return node ? origin.written.text.slice(node.offset, node.offset + node.length) : JSON.stringify(value)
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function nodeAt({ written, parent, name }: Origin): Node | undefined {
  if (parent) return memberOf(nodeAt(parent), name)
  written.root ??= parseTree(written.text)
  return written.path.reduce<Node | undefined>(memberOf, written.root)
}

/** The last of repeated members counts, as in `JSON.parse`. */
function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type === 'array') return node.children?.[Number(name)]
  return node?.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1]
}
