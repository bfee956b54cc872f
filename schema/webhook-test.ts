import { sendTestEvent } from '../src/webhook/test-event.ts'
import { builder, IDEMPOTENCY_KEY } from './builder.ts'
import { attempt } from './errors.ts'
import { deliveryPayload } from './webhook.ts'

const WebhookTestInput = builder.inputType('WebhookTestInput', {
  description: 'The test event to send.',
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true, description: 'URL that receives it; https only.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

const WebhookTestPayload = deliveryPayload('WebhookTestPayload', {
  description: 'The delivery of the test event.',
  refused: 'Why none was sent; empty on success.',
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
