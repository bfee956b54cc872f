import type { Booked } from '../credit/book.ts'
import { displayAmount } from '../credit/money.ts'
import { bookAdjustment, bookTopup } from '../operator/book.ts'
import { type Arguments, argumentAt, type Command, CommandError, found, textOptions } from './command.ts'

const inputOf = (args: Arguments) => ({
  id: argumentAt(args, 0),
  amount: argumentAt(args, 1),
  note: args.options['note'],
  idempotencyKey: args.options['key'],
})

/** @param what what was done with the amount */
function resultOf({ id, balanceAfterMicro, isRepeat, createdAt }: Booked, what: string): string {
  const balance = displayAmount(balanceAfterMicro)
  if (!isRepeat) return `${id}: ${what}; the balance is ${balance}.`
  return `${id}: nothing was written. This key’s entry is of ${createdAt.toISOString()}; the balance after it was ${balance}.`
}

export const accountTopup: Command = {
  name: 'account topup',
  usage: 'ID YUAN [--note TEXT] [--key KEY]',
  about: 'adds paid credit to an account; with a key, such as the id of the payment, only once',
  takes: [2, 2],
  options: textOptions('note', 'key'),
  async run({ pool, say }, args) {
    const input = inputOf(args)
    const entry = found(await bookTopup(pool, input), input.id)
    say(resultOf(entry, `${displayAmount(entry.amountMicro)} added`))
    return true
  },
}

export const accountAdjust: Command = {
  name: 'account adjust',
  usage: 'ID ±YUAN --note TEXT [--key KEY]',
  about: 'corrects a balance, up or down; refused if the available balance would fall below zero',
  takes: [2, 2],
  options: textOptions('note', 'key'),
  async run({ pool, say }, args) {
    if (args.options['note'] === undefined) {
      throw new CommandError('Add --note TEXT with a reason. The account’s owner can read it in the ledger.')
    }
    const input = inputOf(args)
    const entry = found(await bookAdjustment(pool, input), input.id)
    say(resultOf(entry, displayAmount(entry.amountMicro)))
    return true
  },
}
