import assert from 'node:assert/strict'
import type { TestGateway } from './gateway.ts'

const MUTATION = `mutation Create($input: TaskCreateInput!) {
  taskCreate(input: $input) { tasks { id } userErrors { code path } }
}`

export interface Outcome {
  readonly codes: readonly string[]
  readonly param: string | null
}

/** A create over REST or GraphQL, with its outcome in the terms of that API. */
export type Door = (key: string, body: Readonly<Record<string, unknown>>) => Promise<Outcome>

const rest =
  (gateway: TestGateway): Door =>
  async (key, body) => {
    const answer = await gateway.call('POST', '/v1/videos', body, { authorization: `Bearer ${key}` })
    const error = answer.body.error
    return { codes: error ? [error.code] : [], param: error?.param ?? null }
  }

const ENUM: Readonly<Record<string, (word: string) => string>> = {
  mode: (word) => word.toUpperCase(),
  resolution: (word) => `R${word.toUpperCase()}`,
  aspect_ratio: (word) => (word === 'auto' ? 'AUTO' : `ASPECT_${word.replace(':', '_')}`),
  acceleration: (word) => word.toUpperCase(),
  service_tier: (word) => word.toUpperCase(),
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const graphql =
  (gateway: TestGateway): Door =>
  async (key, body) => {
    const input = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        camelCase(name),
        typeof value === 'string' ? (ENUM[name]?.(value) ?? value) : value,
      ]),
    )
    const request = { query: MUTATION, variables: { input } }
    const answer = await gateway.call('POST', '/graphql', request, { authorization: `Bearer ${key}` })
    assert.equal(answer.status, 200, answer.text)
    const errors: { code: string; path: string[] | null }[] = answer.body.data.taskCreate.userErrors
    return { codes: errors.map(({ code }) => code), param: paramOf(errors[0]?.path ?? null) }
  }

/** `["input", "references", "2"]` in the form of REST: `references[2]`. */
function paramOf(path: readonly string[] | null): string | null {
  const [, name, ...rest] = path ?? []
  return name === undefined ? null : snake(name) + rest.map((part) => `[${part}]`).join('')
}

export const bothDoors = (gateway: TestGateway): readonly Door[] => [rest(gateway), graphql(gateway)]

/** Rows of a create, without random values. */
export async function tracesOf(gateway: TestGateway, accountId: string) {
  const { rows } = await gateway.rooms.resources.pool.query(
    `select (select json_agg(to_jsonb(t) - '{id,account_id,key_id,group_id,seed,created_at,seq,waiting_since,waiting_reason}'::text[]
         || jsonb_build_object('fixed_seed', case when t.prompt like '海%' then seed end) order by t.n_index, t.id)
       from task t where t.account_id = a.id) as tasks,
       (select json_agg(json_build_array(kind, amount_micro, frozen_delta_micro, balance_after_micro, description) order by number)
       from ledger_entry e where e.account_id = a.id) as entries,
       (select json_agg(e.kind order by e.kind) from event e where e.account_id = a.id and e.kind <> 'waiting') as events,
       (select json_agg(json_build_array(j.name, j.priority, j.retry_limit) order by j.priority desc, j.name) from pgboss.job j
         join task t on t.id = j.data->>'taskId' where t.account_id = a.id) as jobs,
       a.balance_micro, a.frozen_micro, a.active_tasks
     from account a where a.id = $1`,
    [accountId],
  )
  return rows[0]
}
