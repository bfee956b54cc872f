import { type DocumentNode, type ExecutionResult, print } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../graphql-context.ts'
import { GRAPHQL_SCHEMA_KEPT_BYTES } from '../limits.ts'
import { isStream, prepareAnswer } from './answer.ts'
import { asksOnlySchema } from './introspection.ts'

/**
 * Caches answers to introspection, which are long, slow and the same for everybody. One is kept for each document with
 * its variables; the least recently used go first.
 */
export function schemaAnswers(): Plugin<Context> {
  const kept = new LRUCache<string, ExecutionResult>({
    maxSize: GRAPHQL_SCHEMA_KEPT_BYTES,
    sizeCalculation: (answer, asked) => asked.length + prepareAnswer(answer).length,
  })
  const keep = (asked: string, answer: ExecutionResult) => {
    if (!answer.errors) kept.set(asked, answer)
  }

  return {
    onExecute({ args: { document, operationName, variableValues }, setResultAndStopExecution }) {
      if (!asksOnlySchema(document, operationName)) return undefined
      const asked = JSON.stringify([textIn(document), operationName, variableValues])
      const known = kept.get(asked)
      if (!known) {
        return { onExecuteDone: ({ result }) => (isStream(result) ? undefined : keep(asked, result)) }
      }
      setResultAndStopExecution(known)
      return undefined
    },
  }
}

function textIn(document: DocumentNode): string {
  return document.loc?.source.body ?? print(document)
}
