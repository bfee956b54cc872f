const nested = (depth: number) => `{ node(id: "vid_1") { ${'... on Node { '.repeat(depth)} id ${'} '.repeat(depth)} } }`

/** Documents that the guards refuse, with the code they are refused under. */
export const HOSTILE: readonly { code: string; query: string; variables?: Record<string, unknown> }[] = [
  { code: 'query_too_deep', query: nested(20) },
  { code: 'too_many_aliases', query: `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: account { id }`).join(' ')} }` },
  { code: 'too_many_directives', query: `{ account { ${'id @include(if: true) '.repeat(21)} } }` },
  { code: 'too_many_tokens', query: `{ account { ${'id '.repeat(2000)} } }` },
  {
    code: 'query_too_costly',
    query: `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: tasks(first: 100) { nodes { id mode prompt status } }`).join(' ')} }`,
  },
  {
    code: 'query_too_costly',
    query: 'query ($n: Int) { tasks(first: $n) { nodes { id } } }',
    variables: { n: 1_000_000 },
  },
]
