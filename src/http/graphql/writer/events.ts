import { type ExecutionArgs, execute } from 'graphql'
import type { Result } from '../answer.ts'
import type { Run } from './compile.ts'
import { writerOf } from './writer.ts'

export type Executed = Result | Promise<Result>

/** Makes the result of each event of a subscription: written, or executed where the writer gives up. */
export function runnerOf(args: ExecutionArgs, variables: Run['variables']): (event: unknown) => Executed {
  const executed = (event: unknown) => execute({ ...args, rootValue: event }) as Executed
  const write = writerOf(args)
  if (!write) return executed
  return (event) => {
    const resultOf = (text: string | null) => (text === null ? executed(event) : { text })
    const text = write(event, args.contextValue, variables)
    return text instanceof Promise ? text.then(resultOf) : resultOf(text)
  }
}
