import { getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../../../graphql-context.ts'
import { readVariables } from '../variables.ts'
import { writerOf } from './writer.ts'

/** Writes the answers of queries that have a writer; the others, and those that the writer gives up, are executed. */
export function writtenQueries(): Plugin<Context> {
  return {
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      if (getOperationAST(document, operationName)?.operation !== 'query') return
      setExecuteFn(async (args) => {
        const { coerced } = readVariables(args)
        const text = coerced && (await writerOf(args)?.(args.rootValue, args.contextValue, coerced))
        return text ? { text } : executeFn(args)
      })
    },
  }
}
