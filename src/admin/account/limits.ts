import { setLimits } from '../../operator/set-limits.ts'
import { type Command, textOptions, wordAt } from '../command.ts'
import { found } from './find.ts'

export const accountLimits: Command = {
  name: 'account limits',
  usage: 'ID [--concurrency N] [--creates N] [--calls N]',
  about: 'unfinished tasks at once, and creates and other calls a minute of each key',
  takes: [1, 1],
  options: textOptions('concurrency', 'creates', 'calls'),
  async run({ pool, say }, words) {
    const id = wordAt(words, 0)
    const countOf = (name: string) => {
      const text = words.options[name]
      return text === undefined ? null : /^\d+$/.test(text) ? Number(text) : Number.NaN
    }
    const limits = { concurrency: countOf('concurrency'), creates: countOf('creates'), calls: countOf('calls') }
    const account = found(await setLimits(pool, id, limits), id)
    const { concurrencyLimit, createsPerMinute, callsPerMinute } = account
    const rates = `${createsPerMinute} creates and ${callsPerMinute} other calls a minute`
    say(`${id}: ${concurrencyLimit} unfinished tasks at once; ${rates}.`)
    return true
  },
}
