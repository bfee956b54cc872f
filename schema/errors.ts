import type { SpendPeriod as SpendPeriods } from '../src/admission/budget.ts'
import { DomainError } from '../src/errors.ts'
import type { Status } from '../src/task/task.ts'
import { builder } from './builder.ts'
import { SpendPeriod, TaskStatus } from './enums.ts'

/** A refusal as a plain object: graphql-js would throw a resolved `Error`. */
export interface UserErrorShape {
  readonly code: string
  readonly message: string
  readonly path: readonly string[] | null
  readonly details: Readonly<Record<string, unknown>>
}

const UserError = builder.interfaceRef<UserErrorShape>('UserError').implement({
  description: 'An expected refusal. Nothing was done except what the payload shows.',
  resolveType: ({ code }) => typeOf(code),
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable code, the same as in REST.' }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, for people.' }),
    path: t.expose('path', {
      type: ['String'],
      nullable: true,
      description: 'Path to the invalid argument, down to the item: `["input", "references", "2"]`.',
    }),
  }),
})

function typeOf(code: string): string {
  if (code === 'insufficient_balance') return 'InsufficientBalanceError'
  if (code === 'spend_limit_exceeded') return 'SpendLimitError'
  if (code === 'price_above_maximum') return 'PriceAboveMaximumError'
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
  description: 'The input is invalid; `code` and `path` say where and why.',
  interfaces: [UserError],
})

builder.objectType(builder.objectRef<UserErrorShape>('ConflictError'), {
  description: 'The input is valid but conflicts with the current state or an earlier call.',
  interfaces: [UserError],
})

const amount =
  (name: string) =>
  ({ details }: UserErrorShape): bigint =>
    BigInt(Number(details[name]))

builder.objectType(builder.objectRef<UserErrorShape>('InsufficientBalanceError'), {
  description: 'The available balance does not cover the price.',
  interfaces: [UserError],
  fields: (t) => ({
    required: t.field({ type: 'MicroYuan', description: 'Amount required.', resolve: amount('required_micro') }),
    available: t.field({ type: 'MicroYuan', description: 'Available balance.', resolve: amount('available_micro') }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('SpendLimitError'), {
  description: 'The key would spend more than its spend limit.',
  interfaces: [UserError],
  fields: (t) => ({
    required: t.field({ type: 'MicroYuan', description: 'Amount required.', resolve: amount('required_micro') }),
    spent: t.field({
      type: 'MicroYuan',
      description: 'Amount that the key spent in the current period.',
      resolve: amount('spent_micro'),
    }),
    limit: t.field({ type: 'MicroYuan', description: 'Maximum of each period.', resolve: amount('limit_micro') }),
    period: t.field({
      type: SpendPeriod,
      description: 'The period.',
      resolve: ({ details }) => details['period'] as SpendPeriods,
    }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('PriceAboveMaximumError'), {
  description: 'The call would cost more than its `maxAmountMicro`.',
  interfaces: [UserError],
  fields: (t) => ({
    amount: t.field({ type: 'MicroYuan', description: 'What it would cost.', resolve: amount('amount_micro') }),
    maximum: t.field({
      type: 'MicroYuan',
      description: '`maxAmountMicro` of the call.',
      resolve: amount('max_amount_micro'),
    }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('ConcurrencyLimitError'), {
  description: 'The account has reached its limit of unfinished tasks.',
  interfaces: [UserError],
  fields: (t) => ({
    limit: t.int({
      description: 'Maximum number of unfinished tasks.',
      resolve: ({ details }) => Number(details['limit']),
    }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('TaskNotCancellableError'), {
  description: 'The task can no longer be cancelled.',
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

/** A refusal, or the error that stopped a create half way, as a user error. */
export function toUserError(refusal: {
  readonly code: string
  readonly message: string
  readonly param?: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}): UserErrorShape {
  const { code, message, param, details } = refusal
  return { code, message, path: param ? pathOf(param) : null, details: details ?? {} }
}

/** `references[2]` → input, references, 2; `spend_limit.limit_micro` → input, spendLimit, limitMicro; a header maps to its input field. */
function pathOf(param: string): string[] {
  if (param === 'Idempotency-Key') return ['input', 'idempotencyKey']
  const [name = '', ...rest] = param.split(/[.[\]]+/).filter((part) => part !== '')
  return [
    'input',
    ...[name, ...rest].map((each) => each.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  ]
}

/**
 * Whether a refusal belongs in `userErrors` (docs/rules/doors.md#graphql). Authentication, rate limits, overload and faults do
 * not.
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
