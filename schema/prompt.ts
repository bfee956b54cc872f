import { CURRENCY, displayAmount, microJson } from '../src/credit/money.ts'
import { type OptimizedPrompt, optimizePrompt } from '../src/prompt/optimize.ts'
import { builder } from './builder.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'

const PromptOptimizeInput = builder.inputType('PromptOptimizeInput', {
  description: 'The prompt to optimise.',
  fields: (t) => ({
    prompt: t.string({
      required: true,
      description: 'Chinese or English, 1 to 7000 characters. Markers such as @图片1 are kept as they are.',
    }),
    maxAmountMicro: t.field({
      type: 'MicroYuan',
      description: 'The most that the call may cost. If it would cost more, it is refused.',
    }),
    idempotencyKey: t.string({
      description:
        'A repeated call with the same key returns the same prompt and charges once. Takes precedence over the Idempotency-Key header.',
    }),
  }),
})

interface PromptOptimizeResult {
  readonly done: OptimizedPrompt | null
  readonly userErrors: readonly UserErrorShape[]
}

const PromptOptimizePayload = builder.objectRef<PromptOptimizeResult>('PromptOptimizePayload').implement({
  description: 'The optimised prompt and its cost; all null if the call was refused.',
  fields: (t) => ({
    prompt: t.string({
      nullable: true,
      description: 'The prompt to pass to `taskCreate`, unchanged.',
      resolve: ({ done }) => done?.prompt ?? null,
    }),
    changed: t.boolean({
      nullable: true,
      description: 'Whether the prompt changed. If false, `prompt` is as you sent it and nothing was charged.',
      resolve: ({ done }) => done?.changed ?? null,
    }),
    amountMicro: t.field({
      type: 'MicroYuan',
      nullable: true,
      description: 'Amount charged; 0 if the prompt did not change.',
      resolve: ({ done }) => done?.amountMicro ?? null,
    }),
    amount: t.string({
      nullable: true,
      description: 'Amount charged, for display: `¥0.05`.',
      resolve: ({ done }) => done && displayAmount(done.amountMicro),
    }),
    currency: t.string({ nullable: true, description: 'Currency code.', resolve: ({ done }) => done && CURRENCY }),
    ledgerEntryId: t.id({
      nullable: true,
      description: 'The ledger entry of the charge, of kind PROMPT_OPTIMIZE; null if nothing was charged.',
      resolve: ({ done }) => done?.ledgerEntryId ?? null,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why the call was refused; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('promptOptimize', (t) =>
  t.field({
    type: PromptOptimizePayload,
    nullable: true,
    description: 'Optimises a prompt. It is charged only on success and only if the prompt changed.',
    deprecationReason: 'Set `useContextIr` in `taskCreate` instead.',
    args: { input: t.arg({ type: PromptOptimizeInput, required: true, description: 'The prompt to optimise.' }) },
    resolve(_root, { input: { prompt, maxAmountMicro, idempotencyKey } }, { rooms, caller, ...context }) {
      const max = maxAmountMicro && microJson(maxAmountMicro)
      const body = JSON.stringify({ prompt, max_amount_micro: max })
      const call = { body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      return attempt(() => optimizePrompt(rooms.resources, rooms.optimizer, caller, call))
    },
  }),
)
