import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
} from 'graphql'
import { objectWriter, type Run, type Write } from './compile.ts'

/**
 * Writes the answer to an operation as JSON text, byte for byte as graphql-js would execute and `stringify` it.
 * @returns null where graphql-js has to execute it: it has an error, or something that writers do not support. Its
 *   resolvers then run twice, so no mutation has a writer.
 */
export type Writer = (root: unknown, context: unknown, variables: Run['variables']) => Written | Promise<Written>

type Written = string | null

const writers = new WeakMap<DocumentNode, Map<string, Writer | null>>()

/** The writer of a valid document's query or subscription, compiled once; null if graphql-js has to execute it each time. */
export function writerOf({ schema, document, operationName }: ExecutionArgs): Writer | null {
  const known = writers.get(document) ?? new Map<string, Writer | null>()
  if (known.size === 0) writers.set(document, known)
  const name = operationName ?? ''
  let writer = known.get(name)
  if (writer === undefined) {
    writer = compile(schema, document, operationName)
    known.set(name, writer)
  }
  return writer
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: ExecutionArgs['operationName']) {
  const operation = getOperationAST(document, operationName)
  if (!operation || operation.operation === 'mutation' || operation.directives?.length) return null
  const type = schema.getRootType(operation.operation)
  if (!type) return null
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  }
  try {
    return runner(objectWriter({ schema, fragments }, type, [operation.selectionSet]))
  } catch {
    return null
  }
}

function runner(write: Write): Writer {
  return (root, context, variables) => {
    const run: Run = { context, variables, isGivenUp: false }
    try {
      const text = write(root, run)
      if (typeof text === 'string') return answer(text)
      return text.then((whole) => (run.isGivenUp ? null : answer(whole)))
    } catch {
      run.isGivenUp = true
      return null
    }
  }
}

function answer(data: string): string {
  return `{"data":${data}}`
}
