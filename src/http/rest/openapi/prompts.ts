import { z } from 'zod'
import { PROMPT_MAX } from '../../../limits.ts'
import { PromptBody } from '../../../prompt/optimize.ts'
import { CREATE, ENTRY_ID } from './examples.ts'
import * as figures from './figures.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import { answerSchema, described, display, idOf, kindOf, micro, requestSchema } from './schema.ts'
import { REPLAYABLE } from './shared.ts'
import { currency } from './video-schemas.ts'

const OptimizePrompt = requestSchema(
  'OptimizePrompt',
  described(PromptBody, { prompt: 'The prompt to optimise. References such as `@图片1` are kept.' }).meta({
    description: 'A prompt.',
  }),
)

const PromptOptimization = answerSchema(
  'PromptOptimization',
  z
    .object({
      object: kindOf('prompt.optimization'),
      prompt: z
        .string()
        .min(1)
        .max(PROMPT_MAX)
        .meta({ description: 'The optimised prompt, to use unchanged in a create.' }),
      changed: z.boolean().meta({
        description: 'Whether the prompt changed. If false, `prompt` is as you sent it and nothing was charged.',
      }),
      amount_micro: micro('Amount charged; 0 if the prompt did not change.').min(0),
      amount: display('The same amount.'),
      currency,
      ledger_entry_id: idOf('led', 'The ledger entry of the charge; null if nothing was charged.').nullable(),
    })
    .meta({ description: 'An optimised prompt.' }),
)

export const PROMPT_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/prompt/optimize',
    id: 'optimizePrompt',
    tag: 'Prompts',
    need: 'videos:write',
    idempotent: 'kept',
    deprecated: true,
    summary: 'Optimise a prompt',
    description:
      'Legacy: use `use_context_ir` of a create instead. Each successful call is charged at `prompt_opt_micro` of ' +
      '`GET /v1/pricing`. If the prompt does not change, `changed` is false and nothing is charged. It may take ' +
      `${figures.OPTIMISE_TIME}.`,
    body: [{ type: JSON_TYPE, schema: OptimizePrompt, examples: { boat: { prompt: CREATE.prompt } } }],
    answers: {
      200: {
        description: 'The optimised prompt.',
        content: jsonContent(PromptOptimization, {
          boat: {
            object: 'prompt.optimization',
            prompt: `${CREATE.prompt}, soft light, slow push in`,
            changed: true,
            amount_micro: 50_000,
            amount: '¥0.05',
            currency: 'CNY',
            ledger_entry_id: ENTRY_ID,
          },
        }),
        headers: ['Deprecation', 'Link'],
        ...REPLAYABLE,
      },
    },
    refusals: {
      400: ['reference_not_supplied'],
      402: ['insufficient_balance'],
      409: ['idempotency_in_progress'],
      502: ['prompt_optimizer_unavailable'],
    },
  },
]
