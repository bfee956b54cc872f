import { parseCount } from '../amount.ts'
import { type Command, CommandError, textOptions, wordAt } from '../command.ts'
import { noAccount } from './find.ts'

const MOST = 1_000_000_000

const SET = `update account set concurrency_limit = coalesce($2, concurrency_limit),
    creates_per_minute = coalesce($3, creates_per_minute), calls_per_minute = coalesce($4, calls_per_minute)
  where id = $1 returning concurrency_limit, creates_per_minute, calls_per_minute`

interface Limits {
  concurrency_limit: number
  creates_per_minute: number
  calls_per_minute: number
}

export const accountLimits: Command = {
  name: 'account limits',
  usage: 'ID [--concurrency N] [--creates N] [--calls N]',
  about: 'unfinished tasks at once, and creates and other calls a minute of each key',
  takes: [1, 1],
  options: textOptions('concurrency', 'creates', 'calls'),
  async run({ pool, say }, words) {
    const id = wordAt(words, 0)
    const names = ['concurrency', 'creates', 'calls'] as const
    const counts = names.map((name) => {
      const text = words.options[name]
      return text === undefined ? null : parseCount(text, 1, MOST, `--${name}`)
    })
    if (counts.every((count) => count === null)) {
      throw new CommandError('Give at least one of --concurrency, --creates and --calls.')
    }
    const { rows } = await pool.query<Limits>(SET, [id, ...counts])
    const [limits] = rows
    if (!limits) throw noAccount(id)
    const { concurrency_limit: tasks, creates_per_minute: creates, calls_per_minute: calls } = limits
    say(`${id}: ${tasks} unfinished tasks at once; ${creates} creates and ${calls} other calls a minute.`)
    return true
  },
}
