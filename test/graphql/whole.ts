import { type GraphQLOutputType, getNamedType, isAbstractType, isObjectType, isRequiredArgument } from 'graphql'
import { schema } from '../../schema/index.ts'

/** Every field of a type that can be selected, down to its leaves, without the fields that need an argument. */
export function wholeOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (isAbstractType(named)) {
    const parts = schema.getPossibleTypes(named).map((each) => `... on ${each.name} ${wholeOf(each)}`)
    return `{ __typename ${parts.join(' ')} }`
  }
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
  return `{ ${fields.map((field) => `${field.name} ${wholeOf(field.type)}`).join(' ')} }`
}
