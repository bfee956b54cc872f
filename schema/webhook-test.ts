import type { Delivery } from '../src/webhook/deliveries.ts'
import { sendTestEvent } from '../src/webhook/test-event.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'
import { deliveryRow, WebhookDelivery } from './webhook.ts'

interface WebhookTestResult {
  readonly webhookDelivery: Delivery | null
  readonly userErrors: readonly UserErrorShape[]
}

const WebhookTestInput = builder.inputType('WebhookTestInput', {
  description: 'The test event to send.',
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true, description: 'URL that receives it; https only.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const WebhookTestPayload = builder.objectRef<WebhookTestResult>('WebhookTestPayload').implement({
  description: 'The delivery of the test event.',
  fields: (t) => ({
    webhookDelivery: t.field({
      type: WebhookDelivery,
      nullable: true,
      description: 'The delivery, PENDING.',
      resolve: ({ webhookDelivery }) => webhookDelivery && deliveryRow(webhookDelivery),
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why none was sent; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('webhookTest', (t) =>
  t.field({
    type: WebhookTestPayload,
    nullable: true,
    description:
      'Sends an event `webhook.test` to an address, signed and tried again like any other. It is listed with the deliveries.',
    args: { input: t.arg({ type: WebhookTestInput, required: true, description: 'The event.' }) },
    async resolve(_root, { input: { url, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = { body: JSON.stringify({ url }), idempotencyKey: idempotencyKey ?? context.idempotencyKey }
      const { done, userErrors } = await attempt(() => sendTestEvent(rooms.resources, caller, call))
      return { webhookDelivery: done?.delivery ?? null, userErrors }
    },
  }),
)
