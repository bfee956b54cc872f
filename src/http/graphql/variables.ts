import {
  type ExecutionArgs,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { givenTwice, type Path, repeatedName } from '../../lib/names.ts'
import { rememberVariables } from '../../lib/raw-json.ts'
import { GRAPHQL_COERCION_ERRORS_MAX } from '../limits.ts'

/** A request's JSON with a repeated name somewhere inside the variables. */
interface Written {
  readonly text: string
  /** Path of `variables` in it. */
  readonly at: readonly string[]
}

const repeating = new WeakMap<object, Written>()

/**
 * Remembers the text of `variables`, so that JSON scalars are returned as written, and refuses repeated names outside of them.
 * `readVariables` checks names inside, by their types.
 * @param at path of `variables` in the text
 * @throws DomainError 400 invalid_parameter, invalid_json
 */
export function keepWritten(text: string, at: readonly string[], variables: unknown): void {
  const repeated = repeatedName(text)
  if (repeated) {
    const isInside = repeated.length > at.length && at.every((name, i) => repeated[i] === name)
    if (!isInside || typeof variables !== 'object' || variables === null) throw givenTwice(repeated)
    repeating.set(variables, { text, at })
  }
  rememberVariables(text, at, variables)
}

/**
 * The coerced variables, or the first mistakes in them. Execution would report every mistake, each with the whole value around
 * it, which takes minutes for thousands of mistakes.
 * @throws DomainError 400 invalid_parameter for a repeated name
 */
export function readVariables(args: ExecutionArgs): ReturnType<typeof getVariableValues> {
  const { schema, document, operationName, variableValues } = args
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const written = variableValues ? repeating.get(variableValues) : undefined
  if (written) assertOnce(written, schema, definitions)
  return getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: GRAPHQL_COERCION_ERRORS_MAX })
}

/** Names may repeat inside a scalar, which is the caller's own JSON. */
function assertOnce(
  { text, at }: Written,
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): void {
  const isOwn = (path: Path) => {
    if (path.length <= at.length || !at.every((name, i) => path[i] === name)) return false
    const [name, ...rest] = path.slice(at.length)
    const definition = definitions.find(({ variable }) => variable.name.value === name)
    // The document is valid, so this is an input type.
    const type = definition && (typeFromAST(schema, definition.type) as GraphQLInputType | undefined)
    return isLeafType(typeAt(type, rest))
  }
  const repeated = repeatedName(text, isOwn)
  if (repeated) throw givenTwice(repeated)
}

/** The type of the value at a path; a single item may replace a list of one. */
function typeAt(type: GraphQLInputType | undefined, path: Path): GraphQLInputType | undefined {
  if (isNonNullType(type)) return typeAt(type.ofType, path)
  const [part, ...rest] = path
  if (isListType(type)) return typeAt(type.ofType as GraphQLInputType, typeof part === 'number' ? rest : path)
  if (part === undefined || isLeafType(type)) return type
  return isInputObjectType(type) ? typeAt(type.getFields()[part]?.type, rest) : undefined
}
