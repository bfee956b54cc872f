import { createLinks } from '../../../src/storage/link.ts'
import { createCallers, openConnections } from '../../create/contenders/create-once.js'

/**
 * The read of the floor and of mercurius: one prepared statement with keyset paging, in one round trip. The cursor
 * contains the time of its task, so that it needs no lookup. A filter that is not requested is not in the statement.
 */
const COLUMNS = `id, status, progress, mode, prompt, input_image, end_image, "references", resolution, duration_ms, aspect_ratio, seed,
  audio, service_tier, acceleration, accelerated, use_context_ir, context_ir_applied, webhook_url, metadata, group_id, n_index,
  source_task_id, items, earned, frozen_micro, billed_ms, amount_micro, waiting_since, waiting_reason, output, output_until,
  output_erased_at, fail_reason, fail_detail, created_at, started_at, completed_at`

const FILTERS = [
  ['after', (n) => `(created_at, id) < ($${n}::timestamptz, $${n + 1}::text)`],
  ['status', (n) => `status = any($${n}::text[])`],
  ['mode', (n) => `mode = $${n}`],
  ['createdAfter', (n) => `created_at > $${n}::timestamptz`],
  ['createdBefore', (n) => `created_at < $${n}::timestamptz`],
]

const statements = new Map()

/** One for each set of filters. */
function statementFor(asked) {
  const name = `list_${asked.join('_')}`
  const known = statements.get(name)
  if (known) return known
  let n = 2
  const conditions = FILTERS.filter(([filter]) => asked.includes(filter)).map(([filter, condition]) => {
    n += filter === 'after' ? 2 : 1
    return ` and ${condition(n - (filter === 'after' ? 2 : 1))}`
  })
  const text = `select ${COLUMNS} from task where account_id = $1 and deleted_at is null${conditions.join('')}
    order by created_at desc, id desc limit $${n}`
  const statement = { name, text }
  statements.set(name, statement)
  return statement
}

export async function openList() {
  const query = await openConnections(process.env.DATABASE_URL)
  const callerOf = createCallers(query)

  /** @returns a page of rows and whether there are more; null for an unknown key */
  return async function list(authorization, { limit, ...filters }) {
    const caller = await callerOf(authorization)
    if (!caller) return null
    const asked = FILTERS.map(([name]) => name).filter((name) => filters[name] !== undefined && filters[name] !== null)
    const values = asked.flatMap((name) => (name === 'after' ? filters.after.split('~') : [filters[name]]))
    const { rows } = await query({ ...statementFor(asked), values: [caller.accountId, ...values, limit + 1] })
    return { rows: rows.length > limit ? rows.slice(0, limit) : rows, hasMore: rows.length > limit }
  }
}

/** The cursor after a row. */
export const cursorOf = (row) => `${row.created_at.toISOString()}~${row.id}`

const links = createLinks('of the benchmark')

/** Fields computed from a row, in REST's terms. */
export function outputOf({ id, status, output, output_until: until, output_erased_at: erasedAt }, base) {
  if (output === null || status !== 'succeeded') return null
  const link = erasedAt === null && until > Date.now() ? links.sign(id, 'video') : null
  return {
    video_uri: link && base + link.path,
    width: output.width,
    height: output.height,
    duration: Math.round((output.frames / 24) * 1000) / 1000,
    has_audio: output.hasAudio,
    watermarked: output.watermarked,
    expires_at: link && new Date(Math.min(until, link.expiresAt)),
    available_until: until,
  }
}

export function usageOf({ status, items, earned, service_tier: tier, billed_ms: billedMs, amount_micro: amountMicro }) {
  const micro = Number(amountMicro)
  const billed = status === 'failed' ? [] : items.filter(({ kind }) => earned.includes(kind))
  return {
    billed_seconds: billedMs / 1000,
    billed_tier: billed.some(({ kind }) => kind === 'generation') ? tier : null,
    amount_micro: micro,
    amount: amountOf(micro),
    currency: 'CNY',
    items: billed.map(itemOf),
  }
}

const itemOf = ({ kind, quantity, unitPriceMicro, amountMicro }) => ({
  kind,
  quantity,
  unit_price_micro: unitPriceMicro,
  amount_micro: amountMicro,
})

/** Every amount of these tasks has whole fen. */
const amountOf = (micro) => `¥${(micro / 1_000_000).toFixed(2)}`
