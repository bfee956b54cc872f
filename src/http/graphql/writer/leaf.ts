import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLScalarType,
  GraphQLString,
  isEnumType,
} from 'graphql'
import { RawJson, stringify } from '../../../lib/raw-json.ts'
import { giveUp } from './give-up.ts'

/** The JSON text of a value that is not null, as graphql-js serialises it; gives up where that fails. */
export type WriteLeaf = (value: unknown) => string

export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  if (isEnumType(type)) return enumWriter(type)
  const serialised = scalarWriter(type)
  if (type === GraphQLString || type === GraphQLID) {
    return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialised(value))
  }
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? String(value) : serialised(value))
  if (type === GraphQLFloat) return (value) => (Number.isFinite(value) ? String(value) : serialised(value))
  // Other numbers may be out of its range.
  if (type === GraphQLInt) return (value) => (isSmallInteger(value) ? String(value) : serialised(value))
  return serialised
}

function isSmallInteger(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value
}

function enumWriter(type: GraphQLEnumType): WriteLeaf {
  const names = new Map(type.getValues().map(({ value, name }) => [value as unknown, JSON.stringify(name)]))
  return (value) => names.get(value) ?? giveUp()
}

function scalarWriter(type: GraphQLScalarType): WriteLeaf {
  return (value) => {
    if (value instanceof Error) giveUp()
    const serialised = type.serialize(value) ?? giveUp()
    // `stringify` would write it as a marked string first.
    if (serialised instanceof RawJson) return serialised.text
    return stringify(serialised) ?? giveUp()
  }
}
