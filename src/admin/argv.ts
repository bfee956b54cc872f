import { parseArgs } from 'node:util'
import { type Arguments, type Command, CommandError } from './command.ts'

/** `parseArgs` reads a negative amount as an option, so such an argument is marked before and unmarked after. */
const MARK = '\0'
const mark = (argument: string) => (/^-[\d.]/.test(argument) ? MARK + argument : argument)
const unmark = (argument: string) => argument.replace(MARK, '')

/** @throws CommandError if the arguments do not fit the command */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const args = argv.map(mark)
  try {
    const { values, positionals } = parseArgs({ args, options: command.options ?? {}, allowPositionals: true })
    const [least, most] = command.takes
    if (positionals.length < least || positionals.length > most) throw new CommandError(`Usage: ${lineOf(command)}`)
    const options = Object.entries(values).map(([name, value]) => [name, unmark(String(value))])
    return { positionals: positionals.map(unmark), options: Object.fromEntries(options) }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${error.message}\nUsage: ${lineOf(command)}`)
    throw error
  }
}

/** How a command is typed. */
export function lineOf({ name, usage }: Pick<Command, 'name' | 'usage'>): string {
  return `npm run admin -- ${name} ${usage}`.trimEnd()
}
