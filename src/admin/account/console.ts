import { CreateBody } from '../../task/request.ts'
import { type Command, CommandError, choose, textOptions, wordAt } from '../command.ts'
import { noAccount } from './find.ts'

const SET = `update account set console_parameters = console_parameters || jsonb_build_object($2::text, $3::jsonb)
  where id = $1`

/** Fields of a create that are not advanced: what is asked for itself, and material. */
const PLAIN = ['prompt', 'mode', 'input_image', 'end_image', 'references', 'reference']

const NAMES = Object.keys(CreateBody.shape).filter((name) => !PLAIN.includes(name))

/** For the console only, never applied to API calls (spec 4.1; contract 1, account). */
export const accountConsole: Command = {
  name: 'account console',
  usage: 'ID NAME --visible yes|no [--default JSON]',
  about: 'whether the console shows an advanced parameter, and what it begins with',
  takes: [2, 2],
  options: textOptions('visible', 'default'),
  async run({ pool, say }, words) {
    const id = wordAt(words, 0)
    const name = choose(wordAt(words, 1), NAMES, 'The parameter')
    const visible = choose(words.options['visible'], ['yes', 'no'], '--visible') === 'yes'
    const parameter = JSON.stringify({ visible, default: defaultOf(name, words.options['default']) })
    const { rowCount } = await pool.query(SET, [id, name, parameter])
    if (rowCount === 0) throw noAccount(id)
    say(`${id}: ${name} ${parameter}`)
    return true
  },
}

/** A default must be something that a create would take; null: none. */
function defaultOf(name: string, text: string | undefined): unknown {
  if (text === undefined) return null
  const value = parseJson(text)
  if (value === null) return null
  const parsed = CreateBody.shape[name as keyof typeof CreateBody.shape].safeParse(value)
  if (parsed.success) return value
  throw new CommandError(
    `--default is not a value of ${name}: ${parsed.error.issues.map(({ message }) => message).join('; ')}.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`--default must be JSON, such as 5, true or '"16:9"'; it is ${text}.`)
  }
}
