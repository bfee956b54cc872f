import { displayAmount } from '../../credit/money.ts'
import { topUp } from '../../credit/topup.ts'
import { transaction } from '../../lib/sql.ts'
import { parsePositiveYuan } from '../../operator/amount.ts'
import { argumentAt, type Command, textOptions } from '../command.ts'
import { noAccount } from './find.ts'
import { noteOf } from './note.ts'

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
