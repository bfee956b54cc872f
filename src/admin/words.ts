import { parseArgs } from 'node:util'
import { type Command, CommandError, type Words } from './command.ts'

/** A negative amount is a word, not an option: it goes through `parseArgs` behind a mark. */
const MARK = '\0'
const mark = (word: string) => (/^-[\d.]/.test(word) ? MARK + word : word)
const unmark = (word: string) => word.replace(MARK, '')

/** @throws CommandError where the words are not the command's */
export function parseWords(command: Command, words: readonly string[]): Words {
  const args = words.map(mark)
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
