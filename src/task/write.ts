import type { PgBoss } from 'pg-boss'
import { type CreateWindow, storeWindows, windowsJson } from '../admission/creates.ts'
import { keepAnswers, keptJson, type NewKept } from '../admission/idempotency.ts'
import { appendEntries, entriesJson, type NewEntry } from '../credit/entry.ts'
import { accountsJson, type LockedAccount, storeAccounts } from '../credit/locked-account.ts'
import { noteLowBalance } from '../credit/low-balance.ts'
import { pinFiles } from '../file/pin.ts'
import { statement, type Tx } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import { enqueue, readyAttempts } from '../queue/enqueue.ts'
import type { LiveWorkers } from '../queue/routing.ts'
import { addUnfit, type Unfit } from '../queue/unfit.ts'
import { pipelineOf, startOf } from './pipeline.ts'
import type { Task } from './task.ts'

/** Columns that a create sets, with their types; every other column has its default. */
const COLUMNS: Readonly<Partial<Record<keyof Task, readonly [column: string, type: string]>>> = {
  id: ['id', 'text'],
  accountId: ['account_id', 'text'],
  keyId: ['key_id', 'text'],
  groupId: ['group_id', 'text'],
  nIndex: ['n_index', 'int'],
  sourceTaskId: ['source_task_id', 'text'],
  apiVersion: ['api_version', 'text'],
  status: ['status', 'text'],
  seq: ['seq', 'int'],
  mode: ['mode', 'text'],
  prompt: ['prompt', 'text'],
  negativePrompt: ['negative_prompt', 'text'],
  inputImage: ['input_image', 'text'],
  endImage: ['end_image', 'text'],
  references: ['"references"', 'text[]'],
  resolution: ['resolution', 'text'],
  durationMs: ['duration_ms', 'int'],
  aspectRatio: ['aspect_ratio', 'text'],
  width: ['width', 'int'],
  height: ['height', 'int'],
  frames: ['frames', 'int'],
  seed: ['seed', 'int'],
  audio: ['audio', 'bool'],
  serviceTier: ['service_tier', 'text'],
  acceleration: ['acceleration', 'text'],
  accelerated: ['accelerated', 'bool'],
  useContextIr: ['use_context_ir', 'bool'],
  webhookUrl: ['webhook_url', 'text'],
  metadata: ['metadata', 'text'],
  priority: ['priority', 'int'],
  priceVersion: ['price_version', 'int'],
  items: ['items', 'jsonb'],
  earned: ['earned', 'text[]'],
  frozenMicro: ['frozen_micro', 'bigint'],
  etaSeconds: ['eta_seconds', 'int'],
  createdAt: ['created_at', 'timestamptz'],
  traceparent: ['traceparent', 'text'],
}

const NAMES = Object.keys(COLUMNS) as (keyof Task)[]
const quoted = NAMES.map((name) => `"${name}"`).join(', ')
const typed = NAMES.map((name) => `"${name}" ${COLUMNS[name]?.[1]}`).join(', ')

/** One statement for a batch: tasks, their first attempts, events, freezes, accounts' sums, kept answers and keys' counts. */
const WRITE = statement('task_write')<Record<'tasks' | 'entries' | 'accounts' | 'kept' | 'windows', string>>`
    with sent as (select * from json_to_recordset($tasks::json) as t(${typed}, stage text)),
    created as (
      insert into task (${NAMES.map((name) => COLUMNS[name]?.[0]).join(', ')}) select ${quoted} from sent returning *),
    attempts as (${readyAttempts('(select id as task_id, "accountId" as account_id, priority, stage, 1 as number from sent) s')}),
    events as (${appendEvents('created', 'created')}),
    entries as (${appendEntries('$entries')}),
    accounts as (${storeAccounts('$accounts')}),
    kept as (${keepAnswers('$kept')}),
    windows as (${storeWindows('$windows')})
  select 1`

/** Everything that one transaction writes for new tasks. */
export interface NewTasks {
  readonly tasks: readonly Task[]
  /** Their freezes. */
  readonly entries: readonly NewEntry[]
  readonly kept?: readonly NewKept[]
  /** Number of tasks that need each file. */
  readonly pins?: ReadonlyMap<string, number>
  /** Attached engines that cannot make them. */
  readonly unfit?: readonly Unfit[]
}

/** The locked rows that are written back. */
interface Counted {
  readonly accounts: readonly LockedAccount[]
  readonly windows?: Iterable<CreateWindow>
}

/**
 * Writes admitted tasks, under the locks of their admission, and sends the jobs of their first stages.
 * @returns whether a balance became low, so that a webhook is due
 */
export async function writeTasks(
  tx: Tx,
  { boss, live }: { readonly boss: PgBoss; readonly live: LiveWorkers },
  { tasks, entries, kept = [], pins = new Map(), unfit = [] }: NewTasks,
  { accounts, windows = [] }: Counted,
): Promise<boolean> {
  tx.send(WRITE, {
    tasks: JSON.stringify(tasks.map(toRecord)),
    entries: entriesJson(entries),
    accounts: accountsJson(accounts),
    kept: keptJson(kept),
    windows: windowsJson(windows),
  })
  const isLow = noteLowBalance(tx, accounts)
  if (pins.size > 0) pinFiles(tx, pins)
  if (unfit.length > 0) addUnfit(tx, unfit)
  await enqueue(
    tx,
    boss,
    tasks.map((task) => startOf(task, { stage: pipelineOf(task)[0], number: 1, live })),
  )
  return isLow
}

const COUNTS = statement('task_counts')`with windows as (${storeWindows('$2')}) ${storeAccounts('$1')}`

/** Writes the counts of a batch that created nothing. */
export function writeCounts(tx: Tx, accounts: Iterable<LockedAccount>, windows: Iterable<CreateWindow>): void {
  tx.send(COUNTS, [accountsJson(accounts), windowsJson(windows)])
}

/** Without nulls and the fields that a create does not set, because Postgres parses all that is sent. */
function toRecord(task: Task): Record<string, unknown> {
  const record: Record<string, unknown> = { stage: pipelineOf(task)[0] }
  for (const name of NAMES) if (task[name] !== null) record[name] = task[name]
  record['frozenMicro'] = Number(task.frozenMicro)
  return record
}
