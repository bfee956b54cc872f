import { updateKey } from '../src/key/update.ts'
import { ApiKey, type ApiKeyResult, keyRow } from './api-key.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { attempt, UserError } from './errors.ts'
import { limitBody, SpendLimitInput } from './spend-limit.ts'

const ApiKeyUpdateInput = builder.inputType('ApiKeyUpdateInput', {
  description: 'What to change of a key. Fields left out keep their values.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Prefixed `key_`.' }),
    spendLimit: t.field({
      type: SpendLimitInput,
      description: 'How much it may spend; null for no limit. The current period counts from its start.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const ApiKeyUpdatePayload = builder.objectRef<ApiKeyResult>('ApiKeyUpdatePayload').implement({
  description: 'The changed key.',
  fields: (t) => ({
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key after the change.',
      resolve: ({ apiKey }) => apiKey && keyRow(apiKey),
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why nothing was changed; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('apiKeyUpdate', (t) =>
  t.field({
    type: ApiKeyUpdatePayload,
    nullable: true,
    description: 'Sets or removes the spend limit of a key.',
    args: { input: t.arg({ type: ApiKeyUpdateInput, required: true, description: 'The change.' }) },
    async resolve(_root, { input: { id, spendLimit, idempotencyKey } }, { rooms, caller, ...context }) {
      const body = JSON.stringify({ spend_limit: limitBody(spendLimit) })
      const call = { id, body, idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => updateKey(rooms.resources, caller, call))
      return { apiKey: done?.record ?? null, userErrors }
    },
  }),
)
