import { DomainError } from '../errors.ts'
import { NESTING_MAX } from '../limits.ts'

/** A path in a JSON text: names, and indexes of lists. */
export type Path = readonly (string | number)[]

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** An open object or list. */
interface Open {
  /** The names so far, if any. */
  names: Set<string> | null
  /** Whether names may repeat. */
  readonly isRaw: boolean
  readonly isObject: boolean
}

/**
 * Scans a JSON text for repeated names without parsing it: parsing would keep only the last one.
 * @param isRaw whether the value at a path is the caller's own JSON, which may repeat names
 * @returns path of the first repeated name; may be null for invalid JSON
 * @throws DomainError 400 invalid_json if it is nested so deeply that walking its value would overflow the stack
 */
export function repeatedName(text: string, isRaw: (path: Path) => boolean = () => false): Path | null {
  const opened: Open[] = []
  const path: (string | number)[] = []
  let isName = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const within = opened[opened.length - 1]
    if (unit === QUOTE) {
      const end = endOfString(text, i)
      if (isName && within && !within.isRaw) {
        const name = nameIn(text, i, end)
        path[opened.length - 1] = name
        within.names ??= new Set()
        if (within.names.has(name)) return path
        within.names.add(name)
      }
      isName = false
      i = end
    } else if (unit === COMMA) {
      if (within?.isObject) isName = true
      else if (within) path[opened.length - 1] = Number(path[opened.length - 1]) + 1
    } else if (unit === 123 || unit === 91) {
      isName = unit === 123
      opened.push({ isObject: isName, isRaw: within?.isRaw || isRaw(path), names: null })
      path.push(isName ? '' : 0)
      if (opened.length > NESTING_MAX) throw tooDeep()
    } else if (unit === 125 || unit === 93) {
      opened.pop()
      path.pop()
      isName = false
    }
  }
  return null
}

/** The closing quote of a string, or the end of the text if there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** The parsed name: `"n"` and `"\u006e"` are one name. */
function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end)
  if (!name.includes('\\')) return name
  try {
    return JSON.parse(`"${name}"`)
  } catch {
    return name
  }
}

function tooDeep(): DomainError {
  return new DomainError('invalid_json', `The request body is nested deeper than ${NESTING_MAX} levels.`)
}

/** The refusal of a repeated name (docs/rules/doors.md#names-and-numbers). */
export function givenTwice(path: Path): DomainError {
  const param = pathText(path)
  return new DomainError('invalid_parameter', `${param} must be given once.`, { param })
}

/** `scopes[1]`, `defaults.use_context_ir`; a caller's own names are cleaned and shortened. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    const name = String(part)
      .slice(0, 100)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
    text += typeof part === 'number' ? `[${name}]` : text === '' ? name : `.${name}`
  }
  return text
}
