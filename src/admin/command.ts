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

/** Arguments of a command line after the command's name. */
export interface Arguments {
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
  /** Number of positional arguments, least and most. */
  readonly takes: readonly [least: number, most: number]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** @returns false when what was looked for is wrong: the exit code is 1 then */
  run(context: Context, args: Arguments): Promise<boolean>
}

/** What the operator can mend; its message is a sentence. */
export class CommandError extends Error {}

const TEXT = { type: 'string' } as const

/** Options that take a value. */
export function textOptions(...names: readonly string[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(names.map((name) => [name, TEXT]))
}

/** A positional argument that must be there. */
export function argumentAt({ positionals }: Arguments, index: number): string {
  const argument = positionals[index]
  if (argument === undefined) throw new CommandError(`Argument ${index + 1} of the command is missing.`)
  return argument
}

/** One of the choices. */
export function choose<T extends string>(argument: string | undefined, choices: readonly T[], what: string): T {
  const found = choices.find((choice) => choice === argument)
  if (found === undefined) throw new CommandError(`${what} must be ${choices.join(' or ')}.`)
  return found
}

/** An account that a command was given. @throws CommandError when there is no such account */
export function found<T>(account: T | null, id: string): T {
  if (account === null) throw noAccount(id)
  return account
}

export function noAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}; \`npm run admin -- account list\` shows them all.`)
}
