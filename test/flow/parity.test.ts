import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'

/** One list of creates runs through both doors and must leave the same rows, entries, jobs and codes. */

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

interface Scenario {
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  readonly creditMicro?: bigint
  readonly concurrencyLimit?: number
  /** Codes a caller sees: refusals, or what stopped a partial create. */
  readonly codes: readonly string[]
  readonly tasks: number
}

const PRICE = 2_520_000n
const prompt = 'a lake at sunset'

const SCENARIOS: readonly Scenario[] = [
  { name: 'the least that can be asked', body: { prompt }, codes: [], tasks: 1 },
  {
    name: 'everything that can be asked',
    body: {
      prompt: '海边的日出 🌊',
      mode: 'text_to_video',
      duration: 6.5,
      resolution: '768p',
      aspect_ratio: '9:16',
      acceleration: 'off',
      service_tier: 'pro',
      use_context_ir: true,
      audio: false,
      seed: 7,
      n: 2,
      webhook_url: 'https://example.com/hook',
      metadata: { order: 17, nested: { list: [1, 'two', null] } },
    },
    codes: [],
    tasks: 2,
  },
  { name: 'auto has no material and is 16:9', body: { prompt, aspect_ratio: 'auto' }, codes: [], tasks: 1 },
  { name: 'null is the same as absent', body: { prompt, seed: null, metadata: null, n: null }, codes: [], tasks: 1 },
  { name: 'an empty prompt', body: { prompt: '' }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a prompt of 7001 characters', body: { prompt: '水'.repeat(7001) }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a NUL character', body: { prompt: 'a\0b' }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a duration too long', body: { prompt, duration: 15.001 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a duration too fine', body: { prompt, duration: 5.0001 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'n of 3', body: { prompt, n: 3 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a negative seed', body: { prompt, seed: -1 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'seeds beyond the range', body: { prompt, seed: 2147483647, n: 2 }, codes: ['invalid_parameter'], tasks: 0 },
  {
    name: 'a callback over http',
    body: { prompt, webhook_url: 'http://x.test/' },
    codes: ['invalid_parameter'],
    tasks: 0,
  },
  {
    name: 'material of another mode',
    body: { prompt, input_image: 'file_x' },
    codes: ['conflicting_parameters'],
    tasks: 0,
  },
  { name: 'a marker without material', body: { prompt: '看@图片1' }, codes: ['reference_not_supplied'], tasks: 0 },
  { name: 'metadata that is no object', body: { prompt, metadata: [1] }, codes: ['invalid_parameter'], tasks: 0 },
  {
    name: 'metadata over 16 KB',
    body: { prompt, metadata: { text: 'x'.repeat(16_400) } },
    codes: ['invalid_parameter'],
    tasks: 0,
  },
  { name: 'not enough credit', body: { prompt }, creditMicro: PRICE - 1n, codes: ['insufficient_balance'], tasks: 0 },
  {
    name: 'credit for two of four',
    body: { prompt, n: 4 },
    creditMicro: 6_300_000n,
    codes: ['insufficient_balance'],
    tasks: 2,
  },
  {
    name: 'room for three of four',
    body: { prompt, n: 4 },
    concurrencyLimit: 3,
    codes: ['concurrency_limit_exceeded'],
    tasks: 3,
  },
  {
    name: 'the cap is judged before the balance',
    body: { prompt },
    concurrencyLimit: 0,
    creditMicro: 0n,
    codes: ['concurrency_limit_exceeded'],
    tasks: 0,
  },
]

const MUTATION = `mutation Create($input: TaskCreateInput!) {
  taskCreate(input: $input) { tasks { id } userErrors { code path } }
}`

interface Outcome {
  readonly codes: readonly string[]
  readonly param: string | null
}

type Door = (key: string, body: Scenario['body']) => Promise<Outcome>

const rest: Door = async (key, body) => {
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

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const graphql: Door = async (key, body) => {
  const input = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      camel(name),
      typeof value === 'string' ? (ENUM[name]?.(value) ?? value) : value,
    ]),
  )
  const request = { query: MUTATION, variables: { input } }
  const answer = await gateway.call('POST', '/graphql', request, { authorization: `Bearer ${key}` })
  assert.equal(answer.status, 200, answer.text)
  const errors: { code: string; path: string[] | null }[] = answer.body.data.taskCreate.userErrors
  return { codes: errors.map(({ code }) => code), param: errors[0]?.path?.[1] ? snake(errors[0].path[1]) : null }
}

/** What a create left behind, without what differs by chance. */
async function traces(accountId: string) {
  const { rows } = await pool.query(
    `select (select json_agg(to_jsonb(t) - '{id,account_id,key_id,group_id,seed,created_at}'::text[]
         || jsonb_build_object('fixed_seed', case when t.prompt like '海%' then seed end) order by t.n_index, t.id)
       from task t where t.account_id = a.id) as tasks,
       (select json_agg(json_build_array(kind, amount_micro, frozen_delta_micro, balance_after_micro, description) order by number)
       from ledger_entry e where e.account_id = a.id) as entries,
       (select json_agg(json_build_array(e.kind, e.seq)) from event e where e.account_id = a.id) as events,
       (select json_agg(json_build_array(j.name, j.priority, j.retry_limit)) from pgboss.job j
         join task t on t.id = j.data->>'taskId' where t.account_id = a.id) as jobs,
       a.balance_micro, a.frozen_micro, a.active_tasks
     from account a where a.id = $1`,
    [accountId],
  )
  return rows[0]
}

for (const { name, body, codes, tasks, ...account } of SCENARIOS) {
  test(`${name}: both doors agree`, async () => {
    const left: unknown[] = []
    const params: (string | null)[] = []
    for (const door of [rest, graphql]) {
      const { accountId, key } = await gateway.newAccount(account)
      const outcome = await door(key, body)
      assert.deepEqual(outcome.codes, codes)
      params.push(outcome.param)
      const trace = await traces(accountId)
      assert.equal(trace.tasks?.length ?? 0, tasks)
      assert.equal(trace.jobs?.length ?? 0, tasks)
      left.push(trace)
    }
    assert.deepEqual(left[0], left[1])
    assert.equal(params[0], params[1])
  })
}
