import { DomainError } from '../errors.ts'
import { isCleanText, isPlainName } from '../lib/text.ts'
import { FILENAME_MAX } from '../limits.ts'

/**
 * The name that a file is kept under: a label for people, never a path of ours. Its last part, of at most 255 code
 * points; `upload` where nothing is left.
 * @throws DomainError 400 invalid_parameter for what no text may hold, and for hidden characters
 *   (docs/rules/files.md#names)
 */
export function keptFilename(given: string | null | undefined): string {
  const name = given ?? ''
  if (!isCleanText(name)) {
    const message = 'The name of the file must not contain NUL characters or lone surrogates.'
    throw new DomainError('invalid_parameter', message, { param: 'file' })
  }
  if (!isPlainName(name)) {
    const message = 'The name of the file must not contain line breaks, zero-width characters or direction marks.'
    throw new DomainError('invalid_parameter', message, { param: 'file' })
  }
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  const kept = [...last.trim()].slice(0, FILENAME_MAX).join('')
  return ['', '.', '..'].includes(kept) ? 'upload' : kept
}
