import { Pool, type PoolClient } from 'pg'
import { createLog } from '../../src/lib/log.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openPool } from '../../src/resources.ts'
import { fillTemplate, NO_CAP } from '../create/fill.ts'
import { writeTasks } from '../history/past.ts'

const OTHERS = 50

/** Index of a task, one a second: `writeTasks` creates the tasks. */
const N = 'extract(epoch from created_at)::bigint'

/** One task in twenty failed, one was cancelled; every third is made from an image; one in four has metadata. */
const VARY = [
  `update task set status = 'failed', progress = 0.4, output = null, output_until = null, earned = '{encoder}', billed_ms = 0, amount_micro = 0,
    fail_reason = 'generation_error', fail_detail = 'The video could not be made.' where ${N} % 20 = 0`,
  `update task set status = 'cancelled', progress = 0.4, output = null, output_until = null, earned = '{encoder}', billed_ms = 0,
    amount_micro = 20000 where ${N} % 20 = 1`,
  `update task set mode = 'image_to_video', input_image = 'file_' || substr(id, 5) where ${N} % 3 = 0`,
  `update task set metadata = '{"shot": ' || ${N} % 1000 || ', "scene": "puddle"}' where ${N} % 4 = 0`,
]

/** A quarter of the tasks, copied to other accounts in turn. */
const COPY = [
  `create temp table copied on commit drop as select * from task where ${N} % 4 = 2`,
  `update copied c set id = 'vid_' || substr(c.id, 5, 12) || substr(md5(o.id || c.id), 1, 14), account_id = o.id, key_id = o.key_id
    from (select a.id, k.id as key_id, row_number() over (order by a.id) - 1 as place
      from account a join api_key k on k.account_id = a.id where a.id <> $1) o
    where o.place = (${N} / 4) % ${OTHERS}`,
  'insert into task select * from copied order by created_at',
]

/** The one account with a long list. */
export interface Filled {
  readonly key: string
  readonly accountId: string
}

/**
 * Prepares a database: one account with this many finished tasks, and a quarter as many of fifty others among them.
 * @throws Error if a row is missing
 */
export async function fillLists(databaseUrl: string, tasks: number): Promise<Filled> {
  const start = performance.now()
  const [key = ''] = await fillTemplate(databaseUrl, 1)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await writeTasks(client, tasks)
    for (const each of VARY) await client.query(each)
    await client.query('commit')
    const accountId = (await client.query<{ id: string }>('select id from account')).rows[0]?.id ?? ''
    await addOthers(databaseUrl, client, accountId)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    await checkTasks(client, accountId, tasks)
    console.log(
      `${tasks} tasks and those of other accounts written in ${((performance.now() - start) / 1000).toFixed(1)} s`,
    )
    return { key, accountId }
  } finally {
    client.release()
    await pool.end()
  }
}

async function addOthers(databaseUrl: string, client: PoolClient, accountId: string): Promise<void> {
  const pool = openPool(databaseUrl, 1, createLog('silent', 'bench'))
  for (let i = 0; i < OTHERS; i++) await createAccount(pool, { name: `other ${i}`, creditMicro: 0n })
  await pool.end()
  const [take, give, put] = COPY as [string, string, string]
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(take)
  await client.query(give, [accountId])
  await client.query(put)
  await client.query('commit')
  await client.query(`update account set creates_per_minute = ${NO_CAP}, calls_per_minute = ${NO_CAP}`)
}

async function checkTasks(client: PoolClient, accountId: string, tasks: number): Promise<void> {
  const { rows } = await client.query<{ own: number; others: number; accounts: number }>(
    `select count(*) filter (where account_id = $1)::int as own, count(*) filter (where account_id <> $1)::int as others,
      count(distinct account_id)::int as accounts from task`,
    [accountId],
  )
  const [{ own, others, accounts } = { own: 0, others: 0, accounts: 0 }] = rows
  if (own === tasks && others === tasks / 4 && accounts === OTHERS + 1) return
  throw new Error(`${tasks} tasks were expected, found: ${JSON.stringify(rows)}`)
}
