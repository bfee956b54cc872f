import { CURRENCY, displayAmount } from '../src/credit/money.ts'
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
    idempotencyKey: t.string({
      description:
        'Repeating the call with its key gives the same prompt and charges once. It goes before the Idempotency-Key header.',
    }),
  }),
})

interface PromptOptimizeResult {
  readonly done: OptimizedPrompt | null
  readonly userErrors: readonly UserErrorShape[]
}

const PromptOptimizePayload = builder.objectRef<PromptOptimizeResult>('PromptOptimizePayload').implement({
  description: 'The optimised prompt and what it cost; all null where it was refused.',
  fields: (t) => ({
    prompt: t.string({
      nullable: true,
      description: 'Goes into `taskCreate` as it is.',
      resolve: ({ done }) => done?.prompt ?? null,
    }),
    changed: t.boolean({
      nullable: true,
      description: 'Whether anything was added. False: `prompt` is as you sent it, and nothing was charged.',
      resolve: ({ done }) => done?.changed ?? null,
    }),
    amountMicro: t.field({
      type: 'MicroYuan',
      nullable: true,
      description: 'What was charged; 0 where nothing was added.',
      resolve: ({ done }) => done?.amountMicro ?? null,
    }),
    amount: t.string({
      nullable: true,
      description: 'What was charged, for showing: `¥0.05`.',
      resolve: ({ done }) => done && displayAmount(done.amountMicro),
    }),
    currency: t.string({ nullable: true, description: 'Currency code.', resolve: ({ done }) => done && CURRENCY }),
    ledgerEntryId: t.id({
      nullable: true,
      description: 'The charge in the ledger, of kind PROMPT_OPTIMIZE; null where nothing was added.',
      resolve: ({ done }) => done?.ledgerEntryId ?? null,
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why it was refused; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('promptOptimize', (t) =>
  t.field({
    type: PromptOptimizePayload,
    nullable: true,
    description:
      'Optimises a prompt and charges for it, on success alone. A prompt to which nothing is added is not charged.',
    deprecationReason: 'Set `useContextIr` in `taskCreate` instead.',
    args: { input: t.arg({ type: PromptOptimizeInput, required: true, description: 'The prompt to optimise.' }) },
    resolve(_root, { input: { prompt, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { body: JSON.stringify({ prompt }), idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      return attempt(() => optimizePrompt(rooms.resources, rooms.optimizer, caller, call))
    },
  }),
)
