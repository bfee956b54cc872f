import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { Upload } from 'graphql-upload-minimal'
import { RawJson, rawTextOf } from '../src/lib/raw-json.ts'
import { builder } from './builder.ts'

const INT64_MAX = 2n ** 63n - 1n

function toMicro(value: unknown): bigint {
  const written = typeof value === 'string' && /^-?\d{1,19}$/.test(value)
  if (!written && !Number.isSafeInteger(value))
    throw new GraphQLError('MicroYuan must be an integer or a string of digits.')
  const micro = BigInt(value as string | number)
  if (micro > INT64_MAX || micro < -INT64_MAX) throw new GraphQLError('MicroYuan must fit in a 64-bit integer.')
  return micro
}

/** A string, because stock clients read JSON numbers as doubles and would change 2^53 + 1. */
builder.scalarType('MicroYuan', {
  description:
    'An amount of money in millionths of a yuan: a 64-bit integer, which overflows `Int` at 2147 yuan. Returned as a string of ' +
    'digits (`"2520000"` is 2.52 yuan), because most clients lose digits of JSON numbers beyond 2^53. Input is a string or ' +
    'an integer.',
  serialize: (value) => BigInt(value).toString(),
  parseValue: toMicro,
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return toMicro(node.value)
    throw new GraphQLError('MicroYuan must be an integer or a string of digits.', { nodes: node })
  },
})

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

builder.scalarType('DateTime', {
  description: 'A moment, ISO 8601 in UTC with milliseconds: `2026-11-27T21:57:00.123Z`. Input may use other offsets.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => value.toISOString(),
  parseValue(value) {
    const time = typeof value === 'string' && TIME.test(value) ? new Date(value) : null
    if (!time || Number.isNaN(time.getTime()))
      throw new GraphQLError('DateTime must be an ISO 8601 time with an offset.')
    return time
  },
})

/** Input is any string: the operation checks it, so that a bad URL is a user error with its path. */
builder.scalarType('URL', {
  description: 'An absolute URL.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: String,
  parseValue(value) {
    if (typeof value !== 'string') throw new GraphQLError('URL must be a string.')
    return value
  },
})

builder.scalarType('JSON', {
  description:
    'Any JSON. JSON sent in `variables` is returned unchanged, character for character, with its order of keys, repeated keys ' +
    'and numbers beyond 2^53. JSON written into the document itself keeps its order and numbers.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => new RawJson(rawTextOf(value)),
  parseLiteral: (node, variables) => new RawJson(literalText(node, variables ?? {})),
})

/** A promise, because the file may not have begun to arrive. */
builder.scalarType('Upload', {
  description:
    'A file of a multipart request (graphql-multipart-request-spec), read while it arrives. Send one file per request, and one ' +
    'of the headers that make a browser send a preflight request, such as `graphql-require-preflight`.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize() {
    throw new GraphQLError('Upload can only be used as input.')
  },
  parseValue(value) {
    if (value instanceof Upload) return value.promise
    throw new GraphQLError('Upload must be a file of a multipart request.')
  },
  parseLiteral(node) {
    throw new GraphQLError('Upload must be a variable with a file of a multipart request.', { nodes: node })
  },
})

/** JSON text of a GraphQL literal. Its numbers are valid JSON and stay as written. */
function literalText(node: ValueNode, variables: Readonly<Record<string, unknown>>): string {
  switch (node.kind) {
    case Kind.NULL:
      return 'null'
    case Kind.INT:
    case Kind.FLOAT:
      return node.value
    case Kind.BOOLEAN:
    case Kind.STRING:
      return JSON.stringify(node.value)
    case Kind.LIST:
      return `[${node.values.map((each) => literalText(each, variables)).join()}]`
    case Kind.OBJECT: {
      const members = node.fields.map(
        ({ name, value }) => `${JSON.stringify(name.value)}:${literalText(value, variables)}`,
      )
      return `{${members.join()}}`
    }
    case Kind.VARIABLE:
      return textOfVariable(variables[node.name.value])
    case Kind.ENUM:
      throw new GraphQLError('JSON cannot be an enum value.', { nodes: node })
  }
}

function textOfVariable(value: unknown): string {
  if (value instanceof RawJson) return value.text
  return value === undefined ? 'null' : rawTextOf(value)
}
