import { type DocumentNode, type ExecutionResult, print } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../../../schema/context.ts'
import { GRAPHQL_SCHEMA_KEPT_BYTES } from '../limits.ts'
import { isStream, prepareAnswer } from './answer.ts'
import { asksOnlySchema } from './introspection.ts'

/**
 * Caches answers to introspection, which are long, slow and the same for everybody. One is kept for each document with
 * its variables; the least recently used go first.
 */
export function schemaAnswers(): Plugin<Context> {
  const kept = new Map<string, { readonly answer: ExecutionResult; readonly size: number }>()
  let bytes = 0

  const keep = (asked: string, answer: ExecutionResult) => {
    if (answer.errors || kept.has(asked)) return
    const size = asked.length + prepareAnswer(answer).length
    kept.set(asked, { answer, size })
    bytes += size
    for (const [oldest, each] of kept) {
      if (bytes <= GRAPHQL_SCHEMA_KEPT_BYTES) return
      kept.delete(oldest)
      bytes -= each.size
    }
  }

  return {
    onExecute({ args: { document, operationName, variableValues }, setResultAndStopExecution }) {
      if (!asksOnlySchema(document, operationName)) return undefined
      const asked = JSON.stringify([textIn(document), operationName, variableValues])
      const known = kept.get(asked)
      if (!known) {
        return { onExecuteDone: ({ result }) => (isStream(result) ? undefined : keep(asked, result)) }
      }
      kept.delete(asked)
      kept.set(asked, known)
      setResultAndStopExecution(known.answer)
      return undefined
    },
  }
}

function textIn(document: DocumentNode): string {
  return document.loc?.source.body ?? print(document)
}
