import SchemaBuilder from '@pothos/core'
import type { Pool } from 'pg'
import type { Log } from '../../src/lib/log.ts'

/** What the operator's resolvers receive. */
export interface Context {
  readonly pool: Pool
  /** Records every change. */
  readonly log: Log
}

interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  Scalars: {
    MicroYuan: { Input: never; Output: bigint }
    DateTime: { Input: never; Output: Date }
    JSON: { Input: unknown; Output: unknown }
  }
}

type Options = ConstructorParameters<typeof SchemaBuilder<SchemaTypes>>[0]

/** The cast: types of the public schema's plugins are global, so that their options would be required here too. */
export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false } as Options)

export type Types = typeof builder.$inferSchemaTypes

builder.queryType({ description: 'Reads.' })
builder.mutationType({
  description:
    'What the operator sets. Money of accounts is moved by the command alone: `npm run admin -- account topup`.',
})

builder.scalarType('DateTime', {
  description: 'A moment in UTC, as in `2026-11-01T12:00:00.000Z`.',
  serialize: (value) => value.toISOString(),
})

builder.scalarType('MicroYuan', {
  description: 'An amount in millionths of a yuan, as a string of digits: exact whatever a client’s numbers are.',
  serialize: String,
})

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value })
