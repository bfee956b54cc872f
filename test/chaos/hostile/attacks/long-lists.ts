import { keepDoing, postJson, type Target } from '../attack.ts'

const ITEMS = 80_000
const FIELDS = 22_000

const items = (item: string) => `[${Array(ITEMS).fill(item).join(',')}]`
const REFERENCES = `{"prompt":"a lake","references":${items('{}')}}`
const FIELDS_TEXT = Array.from({ length: FIELDS }, (_, index) => `"f${index}":0`).join(',')
const QUERY = 'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { userErrors { code } } }'

/** Bodies of a quarter of a megabyte that contain only errors. */
const BODIES: readonly (readonly [path: string, text: string])[] = [
  ['/v1/videos?dry_run=true', REFERENCES],
  ['/v1/videos', REFERENCES],
  ['/v1/videos?dry_run=true', `{"prompt":"a lake",${FIELDS_TEXT}}`],
  ['/v1/api-keys', `{"name":"mine","scopes":${items('""')}}`],
  ['/graphql', `{"query":${JSON.stringify(QUERY)},"variables":{"input":${REFERENCES}}}`],
]

/** The maximum rate of a key, spread evenly over a minute. */
export function longLists(target: Target): Promise<void> {
  return keepDoing(target, { atOnce: 2, pauseMs: 200 }, (turn) => {
    const [path, text] = BODIES[turn % BODIES.length] ?? ['/v1/videos', REFERENCES]
    return postJson(target, path, text, target.key)
  })
}
