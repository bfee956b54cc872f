import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import type { OperatorContext } from '../../src/graphql-context.ts'
import type PrismaTypes from '../pothos-types.ts'
import { getDatamodel } from '../pothos-types.ts'

interface SchemaTypes {
  PrismaTypes: PrismaTypes
  Context: OperatorContext
  DefaultFieldNullability: false
  Scalars: {
    MicroYuan: { Input: never; Output: bigint }
    DateTime: { Input: never; Output: Date }
    JSON: { Input: unknown; Output: unknown }
  }
}

type Options = ConstructorParameters<typeof SchemaBuilder<SchemaTypes>>[0]

/** The cast: types of the public schema's plugins are global, so that the options of all would be required here too. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.prisma, dmmf: getDatamodel() },
} as Options)

export type Types = typeof builder.$inferSchemaTypes

builder.queryType({ description: 'Reads.' })
builder.mutationType({ description: 'Changes by the operator.' })

builder.scalarType('DateTime', {
  description: 'A time in UTC, such as `2026-11-01T12:00:00.000Z`.',
  serialize: (value) => value.toISOString(),
})

builder.scalarType('MicroYuan', {
  description: 'An amount in micro-yuan (millionths of a yuan), as a string of digits so that clients keep it exact.',
  serialize: String,
})

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value })
