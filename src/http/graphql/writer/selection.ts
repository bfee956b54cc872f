import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { giveUp } from './give-up.ts'

/** Definitions that the selections of a document refer to. */
export interface Scope {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/**
 * The fields of an object by response name, in the order of graphql-js. Fields of the same name are merged. Directives give up:
 * they may depend on variables.
 */
export function fieldsOf(
  scope: Scope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const seen = new Set<string>()
  for (const set of sets) collect(scope, type, set, fields, seen)
  return fields
}

function collect(
  scope: Scope,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fields: Map<string, FieldNode[]>,
  seen: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.directives?.length) giveUp()
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value
      fields.set(name, [...(fields.get(name) ?? []), selection])
      continue
    }
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(scope, selection.name.value, seen)
    if (part && isOf(scope, type, part.typeCondition?.name.value)) {
      collect(scope, type, part.selectionSet, fields, seen)
    }
  }
}

/** Each fragment once for an object. */
function fragmentOf({ fragments }: Scope, name: string, seen: Set<string>): FragmentDefinitionNode | undefined {
  if (seen.has(name)) return undefined
  seen.add(name)
  return fragments.get(name)
}

/** Whether a fragment on the named type applies to an object of `type`. */
function isOf({ schema }: Scope, type: GraphQLObjectType, name: string | undefined): boolean {
  if (name === undefined || name === type.name) return true
  const condition = schema.getType(name)
  return isAbstractType(condition) && schema.isSubType(condition, type)
}
