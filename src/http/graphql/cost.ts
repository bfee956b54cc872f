import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { PAGE_DEFAULT } from '../../limits.ts'
import { GRAPHQL_COST_MAX } from '../limits.ts'

type Variables = Readonly<Record<string, unknown>>

/**
 * Maximum cost of a valid operation: one for each field, and the fields of a connection once for each item of the requested page,
 * whether `first` or `last` is a literal, a variable, a default or missing. Lists within lists multiply. The fields of a list
 * with a `listSize` count once for each possible item, those of any other list once. It stops counting at the limit, so that no
 * document is expensive to check. Introspection costs its fields here; `schema-cost` counts its lists.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  }
  let cost = 0
  let given = variables

  const count = (set: SelectionSetNode, parent: GraphQLCompositeType | undefined, times: number): void => {
    for (const selection of set.selections) {
      if (cost > GRAPHQL_COST_MAX) return
      cost += times
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        if (fragment) count(fragment.selectionSet, typeNamed(schema, fragment.typeCondition.name.value), times)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition } = selection
        count(selection.selectionSet, typeCondition ? typeNamed(schema, typeCondition.name.value) : parent, times)
      } else if (selection.selectionSet) {
        const hasFields = isObjectType(parent) || isInterfaceType(parent)
        const field = hasFields ? parent.getFields()[selection.name.value] : undefined
        const type = field && getNamedType(field.type)
        const size = field ? sizeOf(field, selection, given) : 1
        count(selection.selectionSet, isCompositeType(type) ? type : undefined, times * size)
      }
    }
  }

  for (const each of document.definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue
    if (operationName && each.name?.value !== operationName) continue
    given = { ...defaultsOf(each), ...variables }
    count(each.selectionSet, schema.getRootType(each.operation) ?? undefined, 1)
  }
  return cost
}

function typeNamed(schema: GraphQLSchema, name: string): GraphQLCompositeType | undefined {
  const type = schema.getType(name)
  return isCompositeType(type) ? type : undefined
}

/** Whole numbers only, as a page size requires. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
  )
  return Object.fromEntries(defaults)
}

/** Items that a field returns at most: those of the requested page, or `listSize` of the field's extensions. */
function sizeOf(field: GraphQLField<unknown, unknown>, { arguments: args }: FieldNode, variables: Variables): number {
  if (!field.args.some(({ name }) => name === 'first')) return Number(field.extensions['listSize'] ?? 1)
  const sizes = (args ?? [])
    .filter(({ name }) => name.value === 'first' || name.value === 'last')
    .map(({ value }) => numberOf(value, variables))
    .filter((size) => size !== null)
  return Math.max(1, ...(sizes.length > 0 ? sizes : [PAGE_DEFAULT]))
}

/** The requested size; null if there is none. A size out of range is refused later. */
function numberOf(value: ValueNode, variables: Variables): number | null {
  if (value.kind === Kind.INT) return Number(value.value)
  const given = value.kind === Kind.VARIABLE ? variables[value.name.value] : null
  return typeof given === 'number' ? given : null
}
