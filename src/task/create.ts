import { idempotencyOf, judgeUnderKey } from '../admission/idempotency.ts'
import type { Standing } from '../admission/rate.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { isGiven, parseJson } from '../lib/body.ts'
import { rawMember } from '../lib/json.ts'
import { begin, inSpan, type Traced } from '../lib/trace.ts'
import type { Resources } from '../resources.ts'
import type { Stop } from './admit.ts'
import { askedOf, CREATE_DEFAULTS } from './asked.ts'
import type { Lanes } from './lanes.ts'
import { tasksByIds, videoDeleted } from './read.ts'
import { parseTaskRequest } from './request.ts'
import type { Task } from './task.ts'

/** The tasks of a create, or of its first call if it is repeated. */
export interface Created {
  readonly tasks: readonly Task[]
  readonly requested: 1 | 2 | 4
  /** Why fewer tasks than requested were created. */
  readonly stop: Stop | null
  readonly replayed: boolean
}

export interface CreateCall {
  /** The body as sent, JSON text with the names of REST (spec 4.1). */
  readonly body: string
  readonly idempotencyKey: string | null
  /** SHA-256 of a start image that was uploaded with the call. Repeats are compared by it: the id of the file is new each time. */
  readonly imageHash?: string
  /** Called with the key's rate standing once the create is counted (docs/rules/limits.md#rates), whatever its verdict. */
  readonly rated: (standing: Standing) => void
}

/**
 * Creates 1, 2 or 4 tasks (spec 4.1): one transaction for tasks, freezes, events, first attempts and their jobs.
 * @throws DomainError 400 invalid_json and the codes of `parseTaskRequest`, 402 spend_limit_exceeded and insufficient_balance, 403
 *   insufficient_scope, 409 price_above_maximum, 410 video_deleted (a replay), 422 idempotency_key_reused, 429 rate_limit_exceeded and
 *   concurrency_limit_exceeded, 503 overloaded
 */
export function createTasks(resources: Resources, lanes: Lanes, caller: Caller, call: CreateCall): Promise<Created> {
  const span = begin('create')
  if (span === null) return create(resources, lanes, caller, call, null)
  return inSpan(span, async () => {
    const created = await create(resources, lanes, caller, call, span)
    const [task] = created.tasks
    if (task) span.setAttribute('vidgate.task.id', task.id)
    span.setAttributes({ 'vidgate.tasks': created.tasks.length, 'vidgate.replayed': created.replayed })
    return created
  })
}

async function create(
  resources: Resources,
  lanes: Lanes,
  caller: Caller,
  call: CreateCall,
  trace: Traced,
): Promise<Created> {
  assertScope(caller, 'videos:write')
  const body = parseJson(call.body)
  const metadata = isGiven(body, 'metadata') ? rawMember(call.body, 'metadata') : null
  const sent = { text: call.body, asked: () => askedOf(body, metadata, call.imageHash) }
  const idempotency = idempotencyOf('video.create', call.idempotencyKey, sent)
  const request = await judgeUnderKey(resources.pool, { accountId: caller.accountId, idempotency }, () =>
    parseTaskRequest(body, metadata, resources.config.webhook, caller.apiVersion),
  )
  const verdict = await lanes.submit({
    accountId: caller.accountId,
    keyId: caller.keyId,
    apiVersion: caller.apiVersion,
    request,
    idempotency,
    trace,
  })
  if (verdict.rate) call.rated(verdict.rate)
  if (verdict.kind === 'refused') throw verdict.error
  const { stop } = verdict
  const requested = requestedBy(body)
  if (verdict.kind === 'created') return { tasks: verdict.tasks, requested, stop, replayed: false }
  const tasks = await tasksByIds(resources, caller, verdict.taskIds)
  if (tasks.length < verdict.taskIds.length) {
    throw videoDeleted()
  }
  return { tasks, requested, stop, replayed: true }
}

/** `n` of an accepted body. */
function requestedBy(body: unknown): Created['requested'] {
  return isGiven(body, 'n') ? (body as { n: Created['requested'] }).n : CREATE_DEFAULTS.n
}
