import { isCleanText } from '../../lib/text.ts'
import { CommandError } from '../command.ts'

/** The sentence that the account's owner reads beside a ledger entry. */
export function noteOf(text: string | undefined): string {
  const note = text?.trim() ?? ''
  if (note === '')
    throw new CommandError('Say with --note TEXT what it is for; the account’s owner reads it in the ledger.')
  if (note.length > 500 || !isCleanText(note)) throw new CommandError('--note takes up to 500 readable characters.')
  return note
}
