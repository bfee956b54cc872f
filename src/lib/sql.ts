import type { Socket } from 'node:net'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A column of a result: its type in Postgres, and `T` as the rooms' pool reads it. */
export interface Column<T> {
  readonly type: string
  readonly value?: T
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** The row of some columns. */
export type RowOf<C extends Columns> = { -readonly [N in keyof C]: C[N] extends Column<infer T> ? T : never }

const column = <T>(type: string): Column<T> => ({ type })

export const bool = column<boolean>('boolean')
export const int = column<number>('integer')
export const int8 = column<bigint>('bigint')
export const float8 = column<number>('double precision')
export const time = column<Date>('timestamp with time zone')
export const bytea = column<Buffer>('bytea')
export const text = <T extends string = string>() => column<T>('text')
export const texts = <T extends string = string>() => column<T[]>('text[]')
export const json = <T>() => column<T>('json')
export const jsonb = <T>() => column<T>('jsonb')

export const orNull = <T>(of: Column<T>): Column<T | null> => of as Column<T | null>

/** SQL: the names of columns. */
export const namesOf = (columns: Columns): string => Object.keys(columns).join(', ')

type Any = QueryResultRow[string]

/** A statement with a name is prepared once per connection. `Values` in order of `$1`, or the fields that its text names. */
export interface Statement<Row = Any, Values = readonly unknown[]> {
  readonly name: string
  readonly text: string
  /** Columns that it returns; undefined if the code does not say. */
  readonly columns: Columns | undefined
  /** Fields in order of `$1`; none if values are a list. */
  readonly fields: readonly string[]
  readonly row?: Row
  readonly values?: (values: Values) => void
}

/** All statements of the process. */
export const statements = new Map<string, Statement>()

type Tag<Row> = <Values = readonly unknown[]>(
  parts: TemplateStringsArray,
  ...fragments: readonly (string | number | boolean)[]
) => Statement<Row, Values>

/**
 * Declares a statement, at load. Its text has `$1`, or the names of fields: `$taskId`.
 * @param columns columns that it returns, which type its rows and are compared with what Postgres describes
 */
export function statement(name: string): Tag<Any>
export function statement<C extends Columns>(name: string, columns: C): Tag<RowOf<C>>
export function statement(name: string, columns?: Columns): Tag<Any> {
  return (parts, ...fragments) => {
    if (statements.has(name)) throw new Error(`there are two statements ${name}`)
    const fields: string[] = []
    const text = String.raw({ raw: parts }, ...fragments).replace(/\$([a-z]\w*)/gi, (_, field: string) => {
      if (!fields.includes(field)) fields.push(field)
      return `$${fields.indexOf(field) + 1}`
    })
    const made = { name, text, columns, fields }
    statements.set(name, made)
    return made
  }
}

function configOf<Values>({ name, text, fields }: Statement<unknown, Values>, values: Values): QueryConfig {
  if (fields.length === 0) return { name, text, values: [...(values as readonly unknown[])] }
  return { name, text, values: fields.map((field) => fieldOf(values as Readonly<Record<string, unknown>>, field)) }
}

function fieldOf(values: Readonly<Record<string, unknown>>, field: string): unknown {
  const value = values[field]
  if (value === undefined) throw new Error(`a statement has no value for $${field}`)
  return value
}

/** An open transaction. Functions that must run inside one take it as their first parameter. */
export interface Tx {
  run<Row extends QueryResultRow, Values = readonly unknown[]>(
    statement: Statement<Row, Values>,
    values: Values,
  ): Promise<QueryResult<Row>>
  /** Sends a statement whose result is not needed. If it fails, so does the transaction, with its error. */
  send<Values>(statement: Statement<Any, Values>, values: Values): void
  /** For libraries with their own SQL (pg-boss accepts it as `{ db }`). */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

const names = new Map<string, string>()

/** SQL of libraries gets a name too: it has only a few texts, and planning is half their cost. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = `foreign_${names.size}`
    names.set(text, name)
  }
  return name
}

type Send = PoolClient['query']

/**
 * Sends the statements of one turn of the event loop together: the socket is corked until the turn ends, so
 * that seven statements are two or three writes, which took a tenth off a create's CPU.
 * @param failed called with what each failed with, in order
 */
function inFlights(client: PoolClient, failed: (error: unknown) => void): Send {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let corked = false
  const send = (config: QueryConfig) => {
    if (!corked) {
      corked = true
      stream.cork()
      process.nextTick(() => {
        corked = false
        stream.uncork()
      })
    }
    const sent = client.query(config)
    sent.catch(failed)
    return sent
  }
  return send as Send
}

function txOf(send: Send): Tx {
  const run: Tx['run'] = (statement, values) => send(configOf(statement, values))
  return {
    run,
    send: (statement, values) => void run(statement, values),
    executeSql: (text, values = []) => send({ name: nameOf(text), text, values }),
  }
}

/** What a body returns to be rolled back, with the transaction's result. */
export class Rollback<T> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}

/** How long a statement waits for a row that another transaction has locked; then it fails, and its transaction with it. */
export const LOCK_WAIT_MS = 1000

/** The same for transactions that delay other accounts. Locks are usually held for some milliseconds. */
export const SHORT_LOCK_WAIT_MS = 100

/**
 * Runs `body` in one transaction on a pipelining pool: statements sent without waiting share a round trip, and so do BEGIN
 * with the body's first ones. A body that returns `new Rollback(value)` is rolled back and `value` is the result.
 *
 * COMMIT is sent together with the last statements if the body does not wait for them (`send`). Its tag is checked: a
 * failed transaction answers ROLLBACK to it without an error, and the first error of its statements is thrown.
 * @param lockWaitMs SHORT_LOCK_WAIT_MS, or LOCK_WAIT_MS by default
 * @param keepsPlans whether every statement keeps its plan. Only for statements whose plan is right for a table of any size: a list
 *   as a parameter makes the planner plan again each time, which costs more than the statement
 */
export async function transaction<T>(
  pool: Pool,
  body: (tx: Tx) => Promise<T | Rollback<T>>,
  lockWaitMs?: number,
  keepsPlans = false,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let first: unknown
  try {
    const send = inFlights(client, (error) => {
      first ??= error
    })
    const begun = send({ text: beginText(lockWaitMs, keepsPlans) })
    const result = await body(txOf(send))
    if (result instanceof Rollback) {
      await client.query('rollback')
      return result.value
    }
    const [, { command }] = await Promise.all([begun, send({ text: 'commit' })])
    if (command !== 'COMMIT') throw first ?? new Error('the transaction was rolled back by the database')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw isConsequence(error) ? first : error
  } finally {
    client.release(broken)
  }
}

function beginText(lockWaitMs: number | undefined, keepsPlans: boolean): string {
  const wait = lockWaitMs === undefined ? '' : `; set local lock_timeout = ${lockWaitMs}`
  return `begin${wait}${keepsPlans ? '; set local plan_cache_mode = force_generic_plan' : ''}`
}

/** Statements after a failed one fail as well, and may be awaited first. */
function isConsequence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}

/**
 * One transaction in one round trip, BEGIN and COMMIT included, for statements that guard themselves.
 * @param send sends all of them before it first waits
 */
export async function inOneFlight<T>(pool: Pool, send: (tx: Tx) => Promise<T>): Promise<T> {
  const { sent } = await transaction(pool, async (tx) => {
    const sent = send(tx)
    sent.catch(() => {})
    return { sent }
  })
  return sent
}

/** One statement, prepared, in a transaction or by itself. */
export function query<Row extends QueryResultRow, Values = readonly unknown[]>(
  from: Tx | Pick<Pool, 'query'>,
  statement: Statement<Row, Values>,
  values: Values,
): Promise<QueryResult<Row>> {
  return 'run' in from ? from.run(statement, values) : from.query(configOf(statement, values))
}

/**
 * Runs a statement that changes a limited number of rows until it finds fewer: no long lock, no large transaction.
 * @param batch its limit
 * @returns number of rows in all
 */
export async function inBatches(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
  batch: number,
): Promise<number> {
  let changed = 0
  for (let last = batch; last === batch; changed += last) last = (await query(pool, statement, values)).rowCount ?? 0
  return changed
}
