import {
  type DirectiveNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../../graphql-context.ts'
import type { Rooms } from '../../rooms.ts'
import { httpMeter } from '../rate.ts'
import { isStream } from './answer.ts'
import { toPublicError } from './errors.ts'
import type { Origin, ServerContext } from './request.ts'
import { readVariables } from './variables.ts'

/** Fields that charge themselves, to another count, when they run. */
const CREATE = 'taskCreate'

/**
 * Charges operations (docs/rules/limits.md#rates), on both transports: one call for a query or the start of a subscription, and
 * one for each field of a mutation except creates, all before the first field runs.
 */
export function charges(rooms: Rooms): Plugin<Context, ServerContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { coerced, errors } = readVariables(args)
      charge(args.contextValue, coerced ? callsOf(args, coerced) : 1)
      if (errors) setResultAndStopExecution({ errors })
    },
    onSubscribe: ({ args }) => charge(args.contextValue, 1),
    /** An operation that is refused before it runs costs a call too. The key is checked first, whatever the refusal. */
    async onResultProcess({ request, result, setResult, serverContext }) {
      if (Array.isArray(result) || isStream(result) || !result.errors?.[0]) return
      const [error] = result.errors
      const answer = await failed(rooms, request, serverContext, error)
      if (answer !== error) setResult({ errors: [toPublicError(answer)] })
    },
  }
}

/** @throws DomainError 429 rate_limit_exceeded */
export function charge({ meter }: Context, calls: number): void {
  const exceeded = calls > 0 ? meter.count(calls) : null
  if (exceeded) throw exceeded
}

async function failed(
  rooms: Rooms,
  request: Request,
  context: ServerContext & { origin?: Origin },
  error: unknown,
): Promise<unknown> {
  try {
    if (context.origin) return context.origin.meter.failed(error)
    const caller = await rooms.verifier.verify(request.headers.get('authorization'))
    return httpMeter(rooms, caller, context.res).failed(error)
  } catch (refusal) {
    return refusal
  }
}

function callsOf({ document, operationName }: ExecutionArgs, coerced: Variables): number {
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== 'mutation') return 1
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
  const fields = new Map<string, string>()
  collectFields(operation.selectionSet, fragments, coerced, fields)
  const calls = [...fields.values()].filter((name) => name !== CREATE).length
  return fields.size === 0 ? 1 : calls
}

type Variables = Readonly<Record<string, unknown>>

/** The fields that will run, by response name: two of the same name are one. */
function collectFields(
  { selections }: SelectionSetNode,
  fragments: readonly FragmentDefinitionNode[],
  variables: Variables,
  fields: Map<string, string>,
): void {
  for (const selection of selections) {
    if (!isIncluded(selection, variables)) continue
    if (selection.kind === Kind.FIELD) {
      fields.set(selection.alias?.value ?? selection.name.value, selection.name.value)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collectFields(selection.selectionSet, fragments, variables, fields)
    } else {
      const fragment = fragments.find(({ name }) => name.value === selection.name.value)
      if (fragment) collectFields(fragment.selectionSet, fragments, variables, fields)
    }
  }
}

function isIncluded(node: { readonly directives?: readonly DirectiveNode[] }, variables: Variables): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
}
