import type { ParseArgsConfig } from 'node:util'
import type pg from 'pg'
import type { Config } from '../config.ts'

/** What a command works with. */
export interface Context {
  readonly pool: pg.Pool
  readonly config: Config
  /** Prints a line of the result. */
  say(line: string): void
}

/** Words of a command line after the command's name. */
export interface Words {
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/** One command of `npm run admin`. */
export interface Command {
  /** As it is typed: `account topup`. */
  readonly name: string
  /** What follows the name: `ID YUAN [--note TEXT]`. */
  readonly usage: string
  readonly about: string
  /** Positional words it takes, least and most. */
  readonly takes: readonly [least: number, most: number]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** @returns false when what was looked for is wrong: the exit code is 1 then */
  run(context: Context, words: Words): Promise<boolean>
}

/** What the operator can mend; its message is a sentence. */
export class CommandError extends Error {}

const TEXT = { type: 'string' } as const

/** Options that take a value. */
export function textOptions(...names: readonly string[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(names.map((name) => [name, TEXT]))
}

/** A positional word that must be there. */
export function wordAt({ positionals }: Words, index: number): string {
  const word = positionals[index]
  if (word === undefined) throw new CommandError(`Argument ${index + 1} of the command is missing.`)
  return word
}

/** One of a few words. */
export function choose<T extends string>(word: string | undefined, choices: readonly T[], what: string): T {
  const found = choices.find((choice) => choice === word)
  if (found === undefined) throw new CommandError(`${what} must be ${choices.join(' or ')}.`)
  return found
}
