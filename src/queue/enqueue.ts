import type { PgBoss } from 'pg-boss'
import type { Tx } from '../lib/sql.ts'
import { HEDGE_PRIORITY, type StageJob } from './catalog.ts'
import type { Route } from './routing.ts'

/**
 * SQL that creates ready attempts: the only place that does, always in one transaction with their jobs.
 * @param source rows of (task_id, account_id, priority, stage, number), as a query or a CTE's name
 */
export function readyAttempts(source: string): string {
  return `insert into stage_attempt (task_id, account_id, priority, stage, number, state)
    select task_id, account_id, priority, stage, number, 'ready' from ${source}`
}

/** Placeholders of the next attempt of a stage. */
export interface NextAttempt {
  /** null to create none. */
  readonly stage: string
  /** How long it must wait before it may start. */
  readonly delayMs: string
  /** How long it waits for a worker that accelerates; null if it does not. */
  readonly graceMs: string
  /** Whether it is a second try of a running stage. */
  readonly hedge?: true
}

/**
 * SQL: the next attempt of a stage, numbered after its last one.
 * @param source CTE with the task_id; without a row there is no attempt
 */
export function nextAttempt(source: string, { stage, delayMs, graceMs, hedge }: NextAttempt): string {
  return `insert into stage_attempt (task_id, account_id, priority, hedge, stage, number, state, ready_at, lora_until)
    select ${source}.task_id, of.account_id, ${hedge ? HEDGE_PRIORITY : 'of.priority'}, ${hedge ?? false}, ${stage}::text,
      1 + coalesce((select max(number) from stage_attempt l
        where l.task_id = ${source}.task_id and l.stage = ${stage}), 0), 'ready',
      now() + make_interval(secs => ${delayMs}::float8 / 1000),
      now() + make_interval(secs => (${delayMs}::float8 + ${graceMs}::float8) / 1000)
    from ${source} join task of on of.id = ${source}.task_id where ${stage}::text is not null
    returning task_id, stage, number, priority`
}

/**
 * SQL: sends the jobs of an attempt as `enqueue` does, without pg-boss: the row that its `insert` writes. An unknown queue is an
 * error.
 * @param attempt CTE of `nextAttempt`
 * @param routes placeholder of the routes as JSON
 */
export function sendJobs(attempt: string, routes: string): string {
  return `insert into pgboss.job_common (name, data, priority, start_after, created_on, keep_until, policy, expire_seconds,
      deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, dead_letter, heartbeat_seconds)
    select r.queue, jsonb_build_object('taskId', task_id, 'stage', stage, 'number', number), ${attempt}.priority,
      pgboss.job_now() + r.wait, pgboss.job_now(), pgboss.job_now() + r.wait + make_interval(secs => q.retention_seconds),
      q.policy, q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
      q.dead_letter, q.heartbeat_seconds
    from ${attempt}
    cross join (select queue, make_interval(secs => "afterMs" / 1000) as wait
      from json_to_recordset(${routes}::json) as sent(queue text, "afterMs" float8)) as r
    left join pgboss.queue q on q.name = r.queue`
}

/** SQL: voids the remaining attempts of ended tasks, so that they cannot be claimed or reported. Their jobs stay. */
export function endAttempts(endedTasks: string): string {
  return `update stage_attempt set state = 'cancelled', finished_at = now()
    from ${endedTasks}
    where stage_attempt.task_id = ${endedTasks}.id and stage_attempt.state in ('ready', 'running')`
}

/** A ready attempt whose jobs are to be sent. */
export interface StageStart extends StageJob {
  readonly priority: number
  readonly routes: readonly Route[]
  /** How long it must wait before it may start on any of them. */
  readonly delayMs: number
}

/**
 * Sends the jobs of ready attempts. Only this file sends stage jobs. It returns as soon as the statements are sent, so that
 * COMMIT can follow without a round trip.
 */
export async function enqueue(tx: Tx, boss: PgBoss, starts: readonly StageStart[]): Promise<void> {
  const jobs = starts.flatMap((start) =>
    start.routes.map((route) => ({ queue: route.queue, job: toJob(start, route) })),
  )
  for (const [queue, group] of Map.groupBy(jobs, (each) => each.queue)) {
    const insert = group.map(({ job }) => job)
    await sendByBoss(tx, (db) => boss.insert(queue, insert, { db }))
  }
}

function toJob({ taskId, stage, number, priority, delayMs }: StageStart, { afterMs }: Route) {
  const data: StageJob = { taskId, stage, number }
  const waitMs = delayMs + afterMs
  // Seconds from now by the database's clock, like the attempt's times.
  return waitMs > 0 ? { data, priority, startAfter: waitMs / 1000 } : { data, priority }
}

/** A transaction in the form that pg-boss accepts. */
type Db = Pick<Tx, 'executeSql'>

/** `tx.send` for pg-boss: settles as soon as its statement is sent, so that COMMIT can follow without a round trip. */
export function sendByBoss(tx: Tx, send: (db: Db) => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const db: Db = {
      executeSql(text, values) {
        const result = tx.executeSql(text, values)
        resolve()
        return result
      },
    }
    send(db).then(() => resolve(), reject)
  })
}
