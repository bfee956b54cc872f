import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { GRAPHQL_TOKENS_MAX } from '../limits.ts'

/** Whether a request reads only the schema itself, which is public (docs/rules/limits.md#introspection). */
export function isIntrospection(query: unknown, operationName: string | null | undefined): boolean {
  const document = typeof query === 'string' ? tryParse(query) : null
  return document !== null && asksOnlySchema(document, operationName)
}

/** The same for a parsed document. */
export function asksOnlySchema(document: DocumentNode, operationName: string | null | undefined): boolean {
  const operation = getOperationAST(document, operationName)
  if (operation?.operation !== 'query') return false
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
  return asksOnlyMeta(operation.selectionSet, fragments, new Set())
}

function tryParse(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: GRAPHQL_TOKENS_MAX, noLocation: true })
  } catch {
    return null
  }
}

function asksOnlyMeta(
  { selections }: SelectionSetNode,
  fragments: readonly FragmentDefinitionNode[],
  seen: Set<string>,
): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__')
    if (selection.kind === Kind.INLINE_FRAGMENT) return asksOnlyMeta(selection.selectionSet, fragments, seen)
    const name = selection.name.value
    if (seen.has(name)) return true
    seen.add(name)
    const fragment = fragments.find((each) => each.name.value === name)
    return fragment !== undefined && asksOnlyMeta(fragment.selectionSet, fragments, seen)
  })
}
