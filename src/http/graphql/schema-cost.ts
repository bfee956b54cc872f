import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  getOperationAST,
  introspectionFromSchema,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { GRAPHQL_SCHEMA_FACTOR } from '../limits.ts'

/** The standard introspection query with all its options. */
const WHOLE = parse(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
  { noLocation: true },
)

/** For each list in an introspection result, by name, the length of the longest. */
type Lists = ReadonlyMap<string, number>

interface Measure {
  readonly lists: Lists
  readonly max: number
}

const measures = new WeakMap<GraphQLSchema, Measure>()

/**
 * Whether introspection selects more than any client needs. Fields of a list count once for each item of the longest list of
 * that name, so nested lists multiply.
 * @param operationName of an operation whose number of selections is already limited
 */
export function asksTooMuchOfSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): boolean {
  if (costOf(document, operationName, new Map()) === 0) return false
  const { lists, max } = measureOf(schema)
  return costOf(document, operationName, lists) > max
}

function measureOf(schema: GraphQLSchema): Measure {
  const known = measures.get(schema)
  if (known) return known
  const lists = new Map<string, number>()
  collectLists(introspectionFromSchema(schema), lists)
  const measure = { lists, max: costOf(WHOLE, null, lists) * GRAPHQL_SCHEMA_FACTOR }
  measures.set(schema, measure)
  return measure
}

function collectLists(value: object, lists: Map<string, number>): void {
  for (const [name, each] of Object.entries(value)) {
    if (Array.isArray(each)) lists.set(name, Math.max(lists.get(name) ?? 1, each.length))
    if (typeof each === 'object' && each !== null) collectLists(each, lists)
  }
}

/** One for each introspection field, times the lengths of the lists around it; 0 without introspection. */
function costOf(document: DocumentNode, operationName: string | null | undefined, lists: Lists): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  }
  const count = (set: SelectionSetNode | undefined, times: number): number => {
    let cost = 0
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        cost += count(fragments.get(selection.name.value)?.selectionSet, times)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        cost += count(selection.selectionSet, times)
      } else if (times > 0 || /^__(schema|type)$/.test(selection.name.value)) {
        const here = Math.max(times, 1)
        cost += here + count(selection.selectionSet, here * (lists.get(selection.name.value) ?? 1))
      }
    }
    return cost
  }
  return count(getOperationAST(document, operationName)?.selectionSet, 0)
}
