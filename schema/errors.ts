import { DomainError } from '../src/errors.ts'
import type { Status } from '../src/task/task.ts'
import { builder } from './builder.ts'
import { TaskStatus } from './enums.ts'

/** A refusal as a plain object: graphql-js would throw a resolved `Error`. */
export interface UserErrorShape {
  readonly code: string
  readonly message: string
  readonly path: readonly string[] | null
  readonly details: Readonly<Record<string, unknown>>
}

const UserError = builder.interfaceRef<UserErrorShape>('UserError').implement({
  description: 'An expected refusal: nothing beyond what the payload shows was done.',
  resolveType: ({ code }) => typeOf(code),
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The machine code, the same word as in REST.' }),
    message: t.exposeString('message', { description: 'What is wrong, for people.' }),
    path: t.expose('path', {
      type: ['String'],
      nullable: true,
      description: 'The offending part of the arguments, down to the item: `["input", "references", "2"]`.',
    }),
  }),
})

function typeOf(code: string): string {
  if (code === 'insufficient_balance') return 'InsufficientBalanceError'
  if (code === 'concurrency_limit_exceeded') return 'ConcurrencyLimitError'
  if (code === 'upscale_price_changed') return 'PriceChangedError'
  if (code === 'task_not_cancellable') return 'TaskNotCancellableError'
  return CONFLICTS.has(code) ? 'ConflictError' : 'InvalidInputError'
}

const CONFLICTS: ReadonlySet<string> = new Set([
  'file_in_use',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'source_unavailable',
  'task_not_deletable',
  'video_deleted',
])

builder.objectType(builder.objectRef<UserErrorShape>('InvalidInputError'), {
  description: 'The input breaks a rule; `code` and `path` tell which.',
  interfaces: [UserError],
})

builder.objectType(builder.objectRef<UserErrorShape>('ConflictError'), {
  description: 'The input is in order, but what was done before stands against it.',
  interfaces: [UserError],
})

builder.objectType(builder.objectRef<UserErrorShape>('InsufficientBalanceError'), {
  description: 'The available balance does not cover the price.',
  interfaces: [UserError],
  fields: (t) => ({
    required: t.field({
      type: 'MicroYuan',
      description: 'What the task needs.',
      resolve: ({ details }) => BigInt(Number(details['required_micro'])),
    }),
    available: t.field({
      type: 'MicroYuan',
      description: 'What is available.',
      resolve: ({ details }) => BigInt(Number(details['available_micro'])),
    }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('ConcurrencyLimitError'), {
  description: 'The account already has as many unfinished tasks as it may.',
  interfaces: [UserError],
  fields: (t) => ({
    limit: t.int({
      description: 'How many unfinished tasks the account may have.',
      resolve: ({ details }) => Number(details['limit']),
    }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('TaskNotCancellableError'), {
  description: 'The task cannot be cancelled any more.',
  interfaces: [UserError],
  fields: (t) => ({
    status: t.field({
      type: TaskStatus,
      description: 'Its state.',
      resolve: ({ details }) => details['status'] as Status,
    }),
  }),
})

export { UserError }

/** A refusal of a room, or what stopped it half way, as a user error. */
export function toUserError(refusal: {
  readonly code: string
  readonly message: string
  readonly param?: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}): UserErrorShape {
  const { code, message, param, details } = refusal
  return { code, message, path: param ? pathOf(param) : null, details: details ?? {} }
}

/** `references[2]` → input, references, 2; `webhook_url` → input, webhookUrl; the header counts as its input field. */
function pathOf(param: string): string[] {
  if (param === 'Idempotency-Key') return ['input', 'idempotencyKey']
  const [name = '', ...rest] = param.split(/[.[\]]+/).filter((part) => part !== '')
  return ['input', name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), ...rest]
}

/**
 * Whether a refusal belongs into `userErrors` (docs/rules/doors.md#graphql): not authentication, rate limits, overload
 * or faults.
 */
function isExpected(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || error.code === 'rate_limit_exceeded') return false
  return error.status !== 401 && error.status !== 403 && error.status < 500
}

/** Runs a room's operation; an expected refusal becomes a user error, anything else stays thrown. */
export async function attempt<T>(run: () => Promise<T>): Promise<{ done: T | null; userErrors: UserErrorShape[] }> {
  try {
    return { done: await run(), userErrors: [] }
  } catch (error) {
    if (isExpected(error)) return { done: null, userErrors: [toUserError(error)] }
    throw error
  }
}
