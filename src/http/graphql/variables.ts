import { type ExecutionArgs, getOperationAST, getVariableValues } from 'graphql'
import { GRAPHQL_COERCION_ERRORS_MAX } from '../limits.ts'

type Values = ReturnType<typeof getVariableValues>

/**
 * The variables as their types read them, or the first mistakes in them. Judged before execution, which would find more:
 * each repeats the whole value around it, so that thousands in one value would take minutes to tell.
 */
export function readVariables({ schema, document, operationName, variableValues }: ExecutionArgs): Values {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  return getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: GRAPHQL_COERCION_ERRORS_MAX })
}
