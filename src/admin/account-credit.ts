import { adjustBalance } from '../credit/adjust.ts'
import { displayAmount } from '../credit/money.ts'
import { topUp } from '../credit/topup.ts'
import { transaction } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import { parsePositiveYuan, parseYuan } from '../operator/amount.ts'
import { argumentAt, type Command, CommandError, noAccount, textOptions } from './command.ts'

export const accountTopup: Command = {
  name: 'account topup',
  usage: 'ID YUAN [--note TEXT]',
  about: 'adds paid credit to an account',
  takes: [2, 2],
  options: textOptions('note'),
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const amount = parsePositiveYuan(argumentAt(args, 1))
    const note = noteOf(args.options['note'] ?? 'Top-up')
    const entry = await transaction(pool, (tx) => topUp(tx, id, amount, note))
    if (!entry) throw noAccount(id)
    say(`${entry.id}: ${displayAmount(amount)} added; the balance is ${displayAmount(entry.balanceAfterMicro)}.`)
    return true
  },
}

export const accountAdjust: Command = {
  name: 'account adjust',
  usage: 'ID ±YUAN --note TEXT',
  about: 'corrects a balance, up or down; refused if the available balance would fall below zero',
  takes: [2, 2],
  options: textOptions('note'),
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const text = argumentAt(args, 1)
    const amount = parseYuan(text)
    if (!/^[+-]/.test(text)) throw new CommandError(`An adjustment needs a sign: +${text} or -${text}.`)
    if (amount === 0n) throw new CommandError('An adjustment must not be zero.')
    const note = noteOf(args.options['note'])
    const entry = await transaction(pool, (tx) => adjustBalance(tx, id, amount, note))
    if (!entry) throw noAccount(id)
    say(`${entry.id}: ${displayAmount(amount)}; the balance is ${displayAmount(entry.balanceAfterMicro)}.`)
    return true
  },
}

/** The sentence that the account's owner reads beside a ledger entry. */
function noteOf(text: string | undefined): string {
  const note = text?.trim() ?? ''
  if (note === '')
    throw new CommandError('Add --note TEXT with a reason. The account’s owner can read it in the ledger.')
  if (note.length > 500 || !isCleanText(note))
    throw new CommandError('--note must have at most 500 visible characters.')
  return note
}
