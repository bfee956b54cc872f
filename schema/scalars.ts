import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { Upload } from 'graphql-upload-minimal'
import { builder } from './builder.ts'
import { RawJson, rawTextOf } from './json.ts'

const INT64_MAX = 2n ** 63n - 1n

function toMicro(value: unknown): bigint {
  const written = typeof value === 'string' && /^-?\d{1,19}$/.test(value)
  if (!written && !Number.isSafeInteger(value))
    throw new GraphQLError('MicroYuan takes an integer or a string of digits.')
  const micro = BigInt(value as string | number)
  if (micro > INT64_MAX || micro < -INT64_MAX) throw new GraphQLError('MicroYuan is a 64-bit integer.')
  return micro
}

/** A string: the one form in which stock clients, whose JSON numbers are doubles, read 2^53 + 1 back unchanged. */
builder.scalarType('MicroYuan', {
  description:
    'An amount of money in millionths of a yuan: a 64-bit integer, which overflows `Int` at 2147 yuan. Given as a string of ' +
    'digits (`"2520000"` is 2.52 yuan), because JSON numbers lose digits beyond 2^53 in most clients; taken as a string or ' +
    'an integer.',
  serialize: (value) => BigInt(value).toString(),
  parseValue: toMicro,
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return toMicro(node.value)
    throw new GraphQLError('MicroYuan takes an integer or a string of digits.', { nodes: node })
  },
})

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

builder.scalarType('DateTime', {
  description: 'A moment, ISO 8601 in UTC with milliseconds: `2026-11-27T21:57:00.123Z`. Other offsets are taken too.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => value.toISOString(),
  parseValue(value) {
    const time = typeof value === 'string' && TIME.test(value) ? new Date(value) : null
    if (!time || Number.isNaN(time.getTime()))
      throw new GraphQLError('DateTime takes an ISO 8601 time with its offset.')
    return time
  },
})

/** On input only a text: the operation judges it, so that a bad address is a user error with its path. */
builder.scalarType('URL', {
  description: 'An absolute address.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: String,
  parseValue(value) {
    if (typeof value !== 'string') throw new GraphQLError('URL takes a string.')
    return value
  },
})

builder.scalarType('JSON', {
  description:
    'Any JSON. It comes back as it was sent in `variables`, character for character: the order of keys, repeated keys and ' +
    'numbers beyond 2^53 are kept. Written into the document itself it keeps the order and the numbers.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => new RawJson(rawTextOf(value)),
  parseLiteral: (node, variables) => new RawJson(literalText(node, variables ?? {})),
})

/** Given as a promise, for the file may not have begun to arrive. */
builder.scalarType('Upload', {
  description:
    'A file of a multipart request (graphql-multipart-request-spec), read while it arrives. A request brings one, and names ' +
    'one of the headers that make a browser ask first: `graphql-require-preflight` or another of its kind.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize() {
    throw new GraphQLError('Upload is for input alone.')
  },
  parseValue(value) {
    if (value instanceof Upload) return value.promise
    throw new GraphQLError('Upload takes a file of a multipart request.')
  },
  parseLiteral(node) {
    throw new GraphQLError('Upload takes a file of a multipart request, by variable.', { nodes: node })
  },
})

/** JSON text of a GraphQL literal; its numbers are JSON numbers and stay as they are written. */
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
      throw new GraphQLError('An enum value is not JSON.', { nodes: node })
  }
}

function textOfVariable(value: unknown): string {
  if (value instanceof RawJson) return value.text
  return value === undefined ? 'null' : rawTextOf(value)
}
