import { setConsoleParameter } from '../../operator/set-console-parameter.ts'
import { argumentAt, type Command, CommandError, choose, textOptions } from '../command.ts'
import { found } from './find.ts'

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
