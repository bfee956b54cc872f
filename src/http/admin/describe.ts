import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
} from 'graphql'
import type { Pool } from 'pg'
import type { Log } from '../../lib/log.ts'

/** What the operator's resolvers are given. */
export interface AdminContext {
  readonly pool: Pool
  /** Told of every change that is made here. */
  readonly log: Log
}

type Described<Type> = readonly [type: Type, description: string]

/** The type of a record's field and its description, by the field's name; resolvers are the records' own members. */
type FieldsOf<T> = Readonly<Record<keyof T & string, Described<GraphQLOutputType>>>

function entriesOf<Type>(described: Readonly<Record<string, Described<Type>>>) {
  return Object.entries(described).map(([name, [type, description]]) => [name, { type, description }] as const)
}

export function objectOf<T>(
  name: string,
  description: string,
  described: FieldsOf<T>,
): GraphQLObjectType<T, AdminContext> {
  const fields = Object.fromEntries(entriesOf<GraphQLOutputType>(described))
  return new GraphQLObjectType<T, AdminContext>({ name, description, fields })
}

type Inputs<T> = Readonly<Record<keyof T & string, Described<GraphQLInputType>>>

export function inputOf<T>(name: string, description: string, described: Inputs<T>): GraphQLInputObjectType {
  const fields: Record<string, GraphQLInputFieldConfig> = Object.fromEntries(entriesOf<GraphQLInputType>(described))
  return new GraphQLInputObjectType({ name, description, fields })
}

export function argumentsOf<T>(described: Inputs<T>): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(entriesOf<GraphQLInputType>(described))
}

export const some = <T extends GraphQLNullableType>(type: T) => new GraphQLNonNull(type)
export const listOf = <T extends GraphQLNullableType>(type: T) => some(new GraphQLList(some(type)))

export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in UTC, as in `2026-11-01T12:00:00.000Z`.',
  serialize: (value) => new Date(value as Date).toISOString(),
})

export const MicroYuan = new GraphQLScalarType<bigint, string>({
  name: 'MicroYuan',
  description: 'An amount in millionths of a yuan, as a string of digits: exact whatever a client’s numbers are.',
  serialize: (value) => String(value),
})

export const Json = new GraphQLScalarType<unknown, unknown>({ name: 'JSON', description: 'Any JSON value.' })
