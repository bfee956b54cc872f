import { EARLIER_VERSION } from '../key/version.ts'
import { setConsoleParameter } from '../operator/set-console-parameter.ts'
import { setEarlierForm } from '../operator/set-earlier-form.ts'
import { setLimits } from '../operator/set-limits.ts'
import { setStatus } from '../operator/set-status.ts'
import { argumentAt, type Command, CommandError, type Context, choose, found, textOptions } from './command.ts'

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

export const accountEarlierForm: Command = {
  name: 'account earlier-form',
  usage: 'ID on|off',
  about: `sets whether an account may use API-Version ${EARLIER_VERSION}; off also makes the current version its default`,
  takes: [2, 2],
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const state = choose(args.positionals[1], ['on', 'off'], 'The second argument')
    const { apiVersion } = found(await setEarlierForm(pool, id, state === 'on'), id)
    say(`${id}: the earlier version is ${state}; requests without a header use ${apiVersion}.`)
    return true
  },
}

export const accountConsole: Command = {
  name: 'account console',
  usage: 'ID NAME --visible yes|no [--default JSON]',
  about: 'sets whether the console shows an advanced parameter, and its initial value',
  takes: [2, 2],
  options: textOptions('visible', 'default'),
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const name = argumentAt(args, 1)
    const visible = choose(args.options['visible'], ['yes', 'no'], '--visible') === 'yes'
    const parameter = { visible, default: parseJson(args.options['default'] ?? 'null') }
    found(await setConsoleParameter(pool, id, { name, ...parameter }), id)
    say(`${id}: ${name} ${JSON.stringify(parameter)}`)
    return true
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`--default must be JSON, such as 5, true or '"16:9"'; it is ${text}.`)
  }
}

export const accountDisable: Command = {
  name: 'account disable',
  usage: 'ID',
  about: 'refuses all calls of an account; its tasks continue and are billed',
  takes: [1, 1],
  run: (context, args) => set(context, argumentAt(args, 0), 'disabled'),
}

export const accountEnable: Command = {
  name: 'account enable',
  usage: 'ID',
  about: 'accepts calls of a disabled account again',
  takes: [1, 1],
  run: (context, args) => set(context, argumentAt(args, 0), 'active'),
}

async function set({ pool, say }: Context, id: string, wanted: 'active' | 'disabled'): Promise<boolean> {
  const { status } = found(await setStatus(pool, id, wanted), id)
  say(`${id} is ${status}.`)
  return true
}
