import { CURRENCY, displayAmount } from '../../../credit/money.ts'
import { PROMPT_MAX } from '../../../limits.ts'
import { optimizePrompt, PromptBody } from '../../../prompt/optimize.ts'
import { jsonBody } from '../body.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import * as schema from '../openapi/schema.ts'
import { json, replayHeaders } from '../respond.ts'
import { route } from '../route.ts'
import { CREATE, ENTRY_ID } from './videos/examples.ts'

const OptimizePrompt = schema.requestSchema('OptimizePrompt', PromptBody, 'A prompt.', {
  prompt: 'The prompt to optimise. References such as `@图片1` are kept.',
  max_amount_micro: schema.CEILING,
})

const PromptOptimization = schema.named(
  'PromptOptimization',
  schema.object('An optimised prompt.', {
    object: schema.always('prompt.optimization'),
    prompt: schema.text('The optimised prompt, to use unchanged in a create.', { minLength: 1, maxLength: PROMPT_MAX }),
    changed: schema.bool('Whether the prompt changed. If false, `prompt` is as you sent it and nothing was charged.'),
    amount_micro: schema.price('Amount charged; 0 if the prompt did not change.'),
    amount: schema.display(),
    currency: schema.currency,
    ledger_entry_id: schema.orNull(schema.idOf('led', 'The ledger entry of the charge; null if nothing was charged.')),
  }),
)

const EXAMPLE = {
  object: 'prompt.optimization',
  prompt: `${CREATE.prompt}, soft light, slow push in`,
  changed: true,
  amount_micro: 50_000,
  amount: '¥0.05',
  currency: 'CNY',
  ledger_entry_id: ENTRY_ID,
}

/** spec 4.12 */
route('POST', '/v1/prompt/optimize', {
  name: 'optimizePrompt',
  tag: 'Prompts',
  need: 'videos:write',
  idempotent: 'kept',
  deprecated: true,
  summary: 'Optimise a prompt',
  description:
    'Legacy: use `use_context_ir` of a create instead. Each successful call is charged at `prompt_opt_micro` of ' +
    '`GET /v1/pricing`. If the prompt does not change, `changed` is false and nothing is charged. It may take ' +
    `${figures.OPTIMISE_TIME}.`,
  body: jsonBody(OptimizePrompt, { boat: { prompt: CREATE.prompt } }),
  answers: { 200: jsonAnswer('The optimised prompt.', PromptOptimization, { boat: EXAMPLE }) },
  refusals: {
    400: ['reference_not_supplied'],
    402: ['spend_limit_exceeded', 'insufficient_balance'],
    409: ['price_above_maximum', 'idempotency_in_progress'],
    502: ['prompt_optimizer_unavailable'],
  },
  async handle({ rooms, caller, body, idempotencyKey }) {
    const optimized = await optimizePrompt(rooms.resources, rooms.optimizer, caller, { body, idempotencyKey })
    const { prompt, changed, amountMicro, ledgerEntryId, replayed } = optimized
    const shown = {
      object: 'prompt.optimization',
      prompt,
      changed,
      amount_micro: Number(amountMicro),
      amount: displayAmount(amountMicro),
      currency: CURRENCY,
      ledger_entry_id: ledgerEntryId,
    }
    return json(200, JSON.stringify(shown), replayHeaders(replayed))
  },
})
