import { isCleanText } from '../../lib/text.ts'
import { CommandError } from '../command.ts'

/** The sentence that the account's owner reads beside a ledger entry. */
export function noteOf(text: string | undefined): string {
  const note = text?.trim() ?? ''
  if (note === '')
    throw new CommandError('Add --note TEXT with a reason. The account’s owner can read it in the ledger.')
  if (note.length > 500 || !isCleanText(note))
    throw new CommandError('--note must have at most 500 visible characters.')
  return note
}
