import { CommandError } from '../command.ts'

/** An account that a command was given. @throws CommandError when there is no such account */
export function found<T>(account: T | null, id: string): T {
  if (account === null) throw noAccount(id)
  return account
}

export function noAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}; \`npm run admin -- account list\` shows them all.`)
}
