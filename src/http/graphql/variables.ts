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
import { rememberVariables } from '../../../schema/json.ts'
import { givenTwice, type Path, repeatedName } from '../../lib/names.ts'
import { GRAPHQL_COERCION_ERRORS_MAX } from '../limits.ts'

/** A request's JSON in which a name is given twice somewhere inside the variables. */
interface Written {
  readonly text: string
  /** Where `variables` stands in it. */
  readonly at: readonly string[]
}

const repeating = new WeakMap<object, Written>()

/**
 * Remembers the text of `variables`, in which JSON scalars come back as written, and refuses names that are given twice
 * outside of them. Inside, `readVariables` judges them by their types.
 * @param at where `variables` stands in the text
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
 * @throws DomainError 400 invalid_parameter where a name is given twice
 */
export function readVariables(args: ExecutionArgs): ReturnType<typeof getVariableValues> {
  const { schema, document, operationName, variableValues } = args
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const written = variableValues ? repeating.get(variableValues) : undefined
  if (written) assertOnce(written, schema, definitions)
  return getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: GRAPHQL_COERCION_ERRORS_MAX })
}

/** Names may repeat inside a scalar, which is JSON of the caller's own. */
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

/** The type of what stands at a path; one item may stand for a list of one. */
function typeAt(type: GraphQLInputType | undefined, path: Path): GraphQLInputType | undefined {
  if (isNonNullType(type)) return typeAt(type.ofType, path)
  const [part, ...rest] = path
  if (isListType(type)) return typeAt(type.ofType as GraphQLInputType, typeof part === 'number' ? rest : path)
  if (part === undefined || isLeafType(type)) return type
  return isInputObjectType(type) ? typeAt(type.getFields()[part]?.type, rest) : undefined
}
