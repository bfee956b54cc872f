import { DomainError } from '../errors.ts'
import { NESTING_MAX } from '../limits.ts'

const QUOTE = 34
const BACKSLASH = 92

/**
 * Refuses JSON that is nested so deeply that walking it would overflow the stack. Judged on the text, before it is parsed.
 * @throws DomainError 400 invalid_json
 */
export function assertShallow(text: string): void {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) quoted = !quoted
    else if (quoted) i += unit === BACKSLASH ? 1 : 0
    // [ and { are 91 and 123, ] and } two further.
    else if (unit === 91 || unit === 123) depth++
    else if (unit === 93 || unit === 125) depth--
    if (depth > NESTING_MAX) {
      throw new DomainError('invalid_json', `The request body is nested deeper than ${NESTING_MAX} levels.`)
    }
  }
}
