const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')

/** Only introspection has a type with a field of the same type. */
const ofType = (depth: number) => `ofType { ${'... { ofType { '.repeat(depth)} name ${'} } '.repeat(depth)} }`
export const chain = (length: number, spread: (i: number) => string) =>
  `{ ...F0 } ${repeat(length, (i) => `fragment F${i} on Query { ${spread(i + 1)} }`)} fragment F${length} on Query { account { id } }`

/** Would run, if accepted, before the hostile part of the document. */
const CREATE = 'taskCreate(input: {prompt: "x"}) { created }'
const TASKS = '{ nodes { id mode prompt status } }'
const TYPES = 'types { fields { args { type { name ofType { name ofType { name } } } } } }'

interface Hostile {
  readonly what: string
  readonly code: string
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Documents that the guards refuse, with the code of the refusal. */
export const HOSTILE: readonly Hostile[] = [
  { what: 'a deep selection', code: 'query_too_deep', query: `{ __type(name: "Task") { ${ofType(11)} } }` },
  {
    what: 'a deep selection in fragments',
    code: 'query_too_deep',
    query: `{ ...A } fragment A on Query { __type(name: "Task") { ...B } } fragment B on __Type { ${ofType(11)} }`,
  },
  { what: 'fragments that double', code: 'query_too_costly', query: chain(100, (i) => `...F${i} ...F${i}`) },
  { what: 'many aliases', code: 'too_many_aliases', query: `mutation { ${repeat(31, (i) => `a${i}: ${CREATE}`)} }` },
  {
    what: 'many aliases in a fragment',
    code: 'too_many_aliases',
    query: `mutation { ...A } fragment A on Mutation { ${repeat(31, (i) => `a${i}: ${CREATE}`)} }`,
  },
  {
    what: 'many directives',
    code: 'too_many_directives',
    query: `mutation { taskCreate(input: {prompt: "x"}) { ${repeat(21, () => 'created @include(if: true)')} } }`,
  },
  { what: 'many tokens', code: 'too_many_tokens', query: `mutation { ${CREATE} ${'__typename '.repeat(2000)} }` },
  {
    what: 'many large pages',
    code: 'query_too_costly',
    query: `{ ${repeat(30, (i) => `a${i}: tasks(first: 100) ${TASKS}`)} }`,
  },
  {
    what: 'a page size by variable',
    code: 'query_too_costly',
    query: 'query ($n: Int) { tasks(first: $n) { nodes { id } } }',
    variables: { n: 1_000_000 },
  },
  {
    what: 'the schema under many names',
    code: 'query_too_costly',
    query: `{ ${repeat(29, (i) => `a${i}: __schema { ${TYPES} }`)} }`,
  },
  {
    what: 'the schema twice, in a fragment',
    code: 'query_too_costly',
    query: `{ __schema { ${TYPES} } ...A } fragment A on Query { ... { b: __schema { ${TYPES} } } }`,
  },
  {
    what: 'lists of the schema under many names',
    code: 'query_too_costly',
    query: `{ __schema { ${repeat(20, (i) => `a${i}: ${TYPES}`)} } }`,
  },
  {
    what: 'a page size by the default of a variable',
    code: 'query_too_costly',
    query: 'query ($n: Int = 1000000) { ...P } fragment P on Query { tasks(first: $n) { nodes { id } } }',
  },
]

interface Mistake extends Hostile {
  readonly operationName?: string
}

/** Invalid documents; their codes are the same on every transport too. */
export const MISTAKES: readonly Mistake[] = [
  { what: 'no document', code: 'graphql_parse_failed', query: '{' },
  { what: 'an unknown field', code: 'graphql_validation_failed', query: `mutation { ${CREATE} nothing }` },
  {
    what: 'fragments in a circle',
    code: 'graphql_validation_failed',
    query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A account { id } }',
  },
  {
    what: 'lists of the schema in lists',
    code: 'graphql_validation_failed',
    query: `{ __schema { types ${'{ fields { type '.repeat(4)} { name } ${'} }'.repeat(4)} } }`,
  },
  {
    what: 'an unknown operation',
    code: 'operation_resolution_failure',
    query: `mutation A { ${CREATE} }`,
    operationName: 'B',
  },
  {
    what: 'several operations and none named',
    code: 'operation_resolution_failure',
    query: `mutation A { ${CREATE} } mutation B { ${CREATE} }`,
  },
]
