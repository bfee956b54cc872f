import { setLimits } from '../../operator/set-limits.ts'
import { argumentAt, type Command, textOptions } from '../command.ts'
import { found } from './find.ts'

const LIMITS = ['concurrency', 'creates', 'calls', 'factor', 'keys', 'uploads'] as const

export const accountLimits: Command = {
  name: 'account limits',
  usage: 'ID [--concurrency N] [--creates N] [--calls N] [--factor N] [--keys N] [--uploads MB]',
  about:
    'sets limits: unfinished tasks; creates and other calls per minute of each key; factor for all keys; keys; uploads',
  takes: [1, 1],
  options: textOptions(...LIMITS),
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const countOf = (name: string) => {
      const text = args.options[name]
      return text === undefined ? null : /^\d+$/.test(text) ? Number(text) : Number.NaN
    }
    const limits = Object.fromEntries(LIMITS.map((name) => [name, countOf(name)]))
    const account = found(await setLimits(pool, id, limits), id)
    const { concurrencyLimit, createsPerMinute, callsPerMinute, rateFactor, keyLimit, uploadLimitMb } = account
    const rates = `${createsPerMinute} creates and ${callsPerMinute} other calls per minute and key, ${rateFactor} times as many for all keys`
    say(
      `${id}: ${concurrencyLimit} unfinished tasks at once; ${rates}; ${keyLimit} keys; ${uploadLimitMb} MB of uploads.`,
    )
    return true
  },
}
