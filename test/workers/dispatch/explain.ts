import type { Pool, PoolClient } from 'pg'

interface Seen {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The cost of a statement. */
export interface Plan {
  readonly text: string
  readonly ms: number
  /** 8 KiB blocks read. */
  readonly blocks: number
  /** Tables read sequentially. */
  readonly scanned: readonly string[]
  readonly lines: string
}

type Query = (config: { text: string; values?: unknown[] }) => Promise<unknown>

/** A pool that records every statement before it runs. */
function noting(pool: Pool, seen: Seen[]): Pool {
  const note =
    (query: Query): Query =>
    (config) => {
      if (config.values) seen.push({ text: config.text, values: config.values })
      return query(config)
    }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return note(target.query.bind(target) as Query)
      if (name !== 'connect') return Reflect.get(target, name)
      return async () => {
        const client = await target.connect()
        return new Proxy(client, {
          get(inner, key) {
            if (key === 'query') return note(inner.query.bind(inner) as Query)
            const value = Reflect.get(inner, key)
            return typeof value === 'function' ? value.bind(inner) : value
          },
        })
      }
    },
  })
}

/** The plans of the statements that `use` sends, repeated in a transaction that is rolled back. */
export async function plansOf(pool: Pool, use: (pool: Pool) => Promise<unknown>): Promise<Plan[]> {
  const seen: Seen[] = []
  await use(noting(pool, seen))
  const client = await pool.connect()
  const plans: Plan[] = []
  for (const { text, values } of seen) {
    await client.query('begin')
    plans.push(await explain(client, text, values))
    await client.query('rollback')
  }
  client.release()
  return plans
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

async function explain(client: PoolClient, text: string, values: readonly unknown[]): Promise<Plan> {
  const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values: [...values] })
  const [{ Plan: root, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }]
  const blocks = root['Shared Hit Blocks'] + root['Shared Read Blocks']
  const scanned: string[] = []
  const walk = (node: Node) => {
    if (node['Node Type'] === 'Seq Scan' && node['Relation Name']) scanned.push(node['Relation Name'])
    node.Plans?.forEach(walk)
  }
  walk(root)
  const { rows: lines } = process.env['TEST_PLANS']
    ? await client.query({ text: `explain (analyze, buffers) ${text}`, values: [...values] })
    : { rows: [] }
  return { text, ms, blocks, scanned, lines: lines.map((row) => row['QUERY PLAN']).join('\n') }
}
