import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { schema } from '../../schema/index.ts'

const isNode = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** Whether a field of a node leads to another node: itself, or through a connection or a group. */
export function isEdge({ type }: GraphQLField<unknown, unknown>): boolean {
  const named = getNamedType(type)
  if (isNode(named)) return true
  return isObjectType(named) && Object.values(named.getFields()).some((field) => isNode(getNamedType(field.type)))
}

/** Every field of a type that can be selected, down to its leaves, without edges of nodes and fields that need an argument. */
export function wholeOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (isAbstractType(named)) {
    const parts = schema.getPossibleTypes(named).map((each) => `... on ${each.name} ${wholeOf(each)}`)
    return `{ __typename ${parts.join(' ')} }`
  }
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && !(isNode(named) && isEdge(field)),
  )
  return `{ ${fields.map((field) => `${field.name} ${wholeOf(field.type)}`).join(' ')} }`
}
