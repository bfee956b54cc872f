import { adjustBalance } from '../../credit/adjust.ts'
import { displayAmount } from '../../credit/money.ts'
import { transaction } from '../../lib/sql.ts'
import { parseYuan } from '../../operator/amount.ts'
import { argumentAt, type Command, CommandError, textOptions } from '../command.ts'
import { noAccount } from './find.ts'
import { noteOf } from './note.ts'

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
